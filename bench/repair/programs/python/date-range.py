from datetime import date, datetime, timedelta

HOLIDAYS = [date(2024, 1, 1), date(2024, 5, 1), date(2024, 12, 25)]


def days_between(start, end):
    current = start
    while current < end:
        yield current
        current += timedelta(days=1)


def working_days(start, end):
    return [day for day in days_between(start, end) if day.weekday() < 5 and day not in HOLIDAYS]


def age_on(birthday, today):
    years = today.year - birthday.year
    if (today.month, today.day) < (birthday.month, birthday.day):
        years -= 1
    return years


def is_leap(year):
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


def parse(text):
    for pattern in ("%Y-%m-%d", "%d.%m.%Y", "%d %B %Y"):
        try:
            return datetime.strptime(text, pattern).date()
        except ValueError:
            continue
    return None


start, end = date(2023, 12, 28), date(2024, 1, 8)
for day in working_days(start, end):
    print(day.isoformat(), day.strftime("%a"))
print("Days:", (end - start).days, "working:", len(working_days(start, end)))
print(parse("2024-02-29"), parse("01.03.2024"), parse("4 July 2024"), parse("soon"))
print("Age: " + str(age_on(date(1990, 6, 15), date(2024, 6, 14))))
print([year for year in range(1896, 1913) if is_leap(year)])
moment = datetime(2024, 3, 10, 22, 30) + timedelta(hours=3, minutes=45)
print(moment.isoformat(), moment.date() == date(2024, 3, 11))
