"""Constants that stand in the code: near them its branches part, and its texts are made of its words."""

import ast
import random
from datetime import datetime

from anneal_verify.formed_texts import formed_texts
from anneal_verify.parsed_texts import number_texts, parsed_texts

try:
    from re import _parser as pattern_parser
except ImportError:
    import sre_parse as pattern_parser

MOST_EACH = 40
MOST_PARSED = 6
LONGEST_WORD = 80
MOST_REPEATS = 3
MOMENT = datetime(2024, 2, 29, 13, 45, 30)


class Pool:
    """Numbers, words and whole texts for the parameters of one function."""

    def __init__(self, nodes):
        self.numbers, self.words, self.texts = [], [], []
        for node in nodes:
            for each in ast.walk(node):
                if isinstance(each, ast.Constant):
                    self._take(each.value)
                elif (
                    isinstance(each, ast.UnaryOp)
                    and isinstance(each.op, ast.USub)
                    and isinstance(each.operand, ast.Constant)
                ):
                    self._take_negative(each.operand.value)
        self.numbers = list(dict.fromkeys(self.numbers))[:MOST_EACH]
        self.words = list(dict.fromkeys(self.words))[:MOST_EACH]
        self.texts = list(dict.fromkeys(self.texts))[:MOST_EACH]
        self.parsed = parsed_texts(nodes)[:MOST_PARSED]
        self.formed = [*formed_texts(nodes), *number_texts(nodes, self.numbers)]

    def _take_negative(self, value):
        if isinstance(value, (int, float)):
            self._take(-value)

    def _take(self, value):
        if isinstance(value, (int, float)) and not isinstance(value, bool) and abs(value) < 1e15:
            self.numbers += [value, value + 1, value - 1]
        elif isinstance(value, str) and 0 < len(value) <= LONGEST_WORD:
            if "%Y" in value or "%H" in value or "%d" in value:
                self.texts.append(MOMENT.strftime(value))
            elif any(mark in value for mark in "\\[^$+*"):
                self.texts += samples_of_pattern(value)
            if len(value) <= 24 and "\n" not in value:
                self.words.append(value)


def constants_for(definitions, program):
    """Constants in functions or classes, in the functions they call, and in the module's values that they name."""
    nodes, waiting, seen = [], list(definitions), set()
    while waiting and len(nodes) < 12:
        node = waiting.pop(0)
        is_function = isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
        nodes.extend(
            [*node.args.defaults, *node.args.kw_defaults, *node.body] if is_function else getattr(node, "body", [node])
        )
        for each in ast.walk(node):
            if isinstance(each, ast.Name) and each.id not in seen:
                seen.add(each.id)
                found = program.functions.get(each.id, program.constants.get(each.id))
                if found is not None:
                    waiting.append(found)
    return Pool([node for node in nodes if node is not None and not is_text_alone(node)])


def is_text_alone(node):
    """A docstring."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def samples_of_pattern(pattern):
    """Texts that a regular expression matches; none for a text that is no regular expression."""
    found = []
    for seed in range(6):
        try:
            found.append(sample(pattern_parser.parse(pattern), random.Random(seed)))
        except Exception:
            return []
    return [text for text in found if text and len(text) <= LONGEST_WORD]


def sample(parsed, chance):
    return "".join(sample_piece(operator, argument, chance) for operator, argument in parsed)


def sample_piece(operator, argument, chance):
    kind = str(operator)
    if kind == "LITERAL":
        return chr(argument)
    if kind == "IN":
        return sample_set(argument, chance)
    if kind in ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"):
        least, most, inner = argument
        return "".join(
            sample(inner, chance) for _ in range(chance.randint(least, min(int(most), least + MOST_REPEATS)))
        )
    if kind == "SUBPATTERN":
        return sample(argument[-1], chance)
    if kind == "BRANCH":
        return sample(chance.choice(argument[1]), chance)
    if kind == "CATEGORY":
        return sample_category(str(argument), chance)
    if kind in ("ANY", "NOT_LITERAL"):
        return chance.choice("abcxyz")
    return ""


def sample_set(members, chance):
    if str(members[0][0]) == "NEGATE":
        barred = {chr(value) for operator, value in members[1:] if str(operator) == "LITERAL"}
        return chance.choice([letter for letter in "abcxyz019" if letter not in barred] or ["~"])
    operator, value = chance.choice(members)
    if str(operator) == "RANGE":
        return chr(chance.randint(value[0], min(value[1], value[0] + 25)))
    return sample_piece(operator, value, chance)


def sample_category(name, chance):
    if "NOT" in name:
        return "-"
    return chance.choice("0123456789" if "DIGIT" in name else " " if "SPACE" in name else "abcdxyz")
