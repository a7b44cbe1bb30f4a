import inspect
import re
import string
from collections.abc import Iterable, Mapping

PATTERN = re.compile(r"\{\{\s*([\w.]+)(?:\|(\w+))?\s*\}\}")
FILTERS = {}


def template_filter(function):
    FILTERS[function.__name__] = function
    return function


@template_filter
def upper(value):
    return str(value).upper()


@template_filter
def join(value, separator=", "):
    return separator.join(str(item) for item in value)


@template_filter
def title(value):
    return string.capwords(value)


def lookup(data, path):
    for part in path.split("."):
        if isinstance(data, Mapping):
            data = data.get(part, "")
        elif isinstance(data, Iterable) and part.isdigit():
            data = list(data)[int(part)]
        else:
            return ""
    return data


def render(text, data):
    def fill(match):
        path, name = match.groups()
        value = lookup(data, path)
        return str(FILTERS[name](value)) if name else str(value)

    return PATTERN.sub(fill, text)


data = {"user": {"name": "ada lovelace", "tags": ["math", "code"]}, "count": 3}
print(render("Dear {{ user.name|title }}, you have {{count}} letters.", data))
print(render("{{user.tags|join}} / {{ user.tags.1|upper }} / {{ missing.name }}!", data))
for name, function in sorted(FILTERS.items()):
    print(name, inspect.getfullargspec(function).args)
letters = [letter for letter in string.ascii_uppercase if letter in upper(data["user"]["name"])]
print("".join(letters), len(letters))
