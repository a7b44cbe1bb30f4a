import re

EMAIL = re.compile(r"^[a-z0-9._]+@[a-z0-9]+\.[a-z]{2,4}$")


def is_email(text):
    return bool(EMAIL.match(text.lower()))


def password_problems(password):
    problems = []
    if len(password) < 8:
        problems.append("too short")
    if password.lower() == password:
        problems.append("no capital letter")
    if not any(letter.isdigit() for letter in password):
        problems.append("no digit")
    if " " in password:
        problems.append("a space")
    return problems


def parse_version(text):
    found = re.fullmatch(r"v?(\d+)\.(\d+)(?:\.(\d+))?", text)
    if not found:
        raise ValueError(f"no version: {text!r}")
    return tuple(int(part or 0) for part in found.groups())
