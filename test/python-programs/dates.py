from datetime import date, timedelta


def is_leap(year: int) -> bool:
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


def next_workday(day: date) -> date:
    """The first day after this one that is no Saturday or Sunday."""
    following = day + timedelta(days=1)
    while following.weekday() >= 5:
        following += timedelta(days=1)
    return following


def age_at(birth: date, day: date) -> int:
    if day < birth:
        raise ValueError("not born yet")
    years = day.year - birth.year
    if (day.month, day.day) < (birth.month, birth.day):
        years -= 1
    return years


def parse_day(text: str) -> date:
    parts = text.split("-")
    if len(parts) != 3:
        raise ValueError("a day is year-month-day")
    return date(int(parts[0]), int(parts[1]), int(parts[2]))
