from enum import Enum
from typing import Optional


class Grade(Enum):
    A = "excellent"
    B = "good"
    C = "fair"
    F = "failed"


def grade_of(score: int, bonus: Optional[int] = None) -> Grade:
    """Args:
        score (int): points out of 100
        bonus (int, optional): points on top
    """
    points = score + (bonus or 0)
    if points < 0 or score > 100:
        raise ValueError("score must be from 0 to 100")
    if points >= 90:
        return Grade.A
    if points >= 75:
        return Grade.B
    if points >= 60:
        return Grade.C
    return Grade.F


def has_passed(grade: Grade) -> bool:
    return grade is not Grade.F


def average(scores: list) -> float:
    if not scores:
        return 0.0
    return round(sum(scores) / len(scores), 2)
