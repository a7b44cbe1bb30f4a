import random


def roll(sides=6):
    return random.randint(1, sides)


def score_throw(dice):
    """Points of five dice."""
    counts = sorted((dice.count(face) for face in set(dice)), reverse=True)
    if not counts:
        return 0
    if counts[0] == 5:
        return 50
    if counts[0] == 4:
        return 40
    if counts[:2] == [3, 2]:
        return 25
    if counts[0] == 3:
        return sum(dice)
    return 0


def announce(player, points):
    if points == 0:
        print(f"{player} gets nothing")
    elif points >= 40:
        print(f"{player} triumphs with {points}!")
    else:
        print(f"{player} gets {points}")


def shuffle_in_place(cards, seed):
    random.Random(seed).shuffle(cards)


async def fetch_points(throws: list[list[int]]) -> int:
    return sum(score_throw(throw) for throw in throws)
