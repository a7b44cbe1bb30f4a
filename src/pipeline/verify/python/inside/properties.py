"""Tests that hold for any input. Each is proposed where name and shape make it meaningful, and kept when hundreds of inputs agree."""

import re

from anneal_verify.property_inputs import input_code

COUNT = 200
WIDTH = 110
PAIRS = (
    ("encode", "decode"),
    ("encrypt", "decrypt"),
    ("compress", "decompress"),
    ("serialize", "deserialize"),
    ("serialize", "parse"),
    ("pack", "unpack"),
    ("escape", "unescape"),
    ("dump", "load"),
    ("dumps", "loads"),
    ("quote", "unquote"),
    ("to", "from"),
    ("flatten", "unflatten"),
    ("format", "parse"),
    ("encipher", "decipher"),
    ("obfuscate", "deobfuscate"),
    ("zip", "unzip"),
)
SAME_AGAIN = re.compile(
    r"normal|clean|strip|sort|dedup|unique|slug|canonic|trim|flatten|clamp|sanit|simplif|remove|collapse|squash|reduce_sp|title|abs"
)
EITHER_WAY = re.compile(
    r"^add|sum|multipl|gcd|lcm|maxi|mini|^max|^min|distance|union|intersect|equal|anagram|similar|overlap|hamming|levenshtein|dot_|common"
)
IN_ORDER = re.compile(r"sort|rank|order")
SAME_ITEMS = re.compile(r"sort|shuffle|reverse|rotate|permut")
SAME_LENGTH = re.compile(r"sort|reverse|rotate|shuffle|caesar|encrypt|swap|mask|cumul|running|shift")
ONLY_FROM = re.compile(r"uniq|dedup|filter|remove|drop|compact|take|without|distinct")
NOT_NEGATIVE = re.compile(r"count|length|distance|abs|size|area|factorial|levenshtein|hamming")
GROWING = re.compile(r"factorial|fib|cumul|square|triang|sum_to|power|count_primes")


class Proposal:
    def __init__(self, about, name, says, check, kind="property"):
        self.about, self.name, self.kind = about, name, kind
        self.says = says
        self.check = check
        """Lines of the test."""
        self.trial = None
        """Lines that decide whether it is taken, where they are not the same."""


def properties_of(explorers, program):
    """Proposals in the order of liking; of those with the same name the first that holds is enough."""
    found = []
    by_name = {explorer.subject.about: explorer for explorer in explorers}
    for explorer in explorers:
        subject = explorer.subject
        results = [case.seen["results"][-1].get("text", "") for case in explorer.kept if case.seen["results"]]
        if subject.owner or not subject.parameters or not results:
            continue
        for least in (-50, 0):
            inputs = Inputs(subject, least)
            if inputs.code:
                found += list(single_properties(explorer, inputs, results)) + list(
                    inverse_properties(subject, inputs, by_name)
                )
    return found


class Inputs:
    """The loop over inputs of all parameters that have no default."""

    def __init__(self, subject, least):
        self.needed = [each for each in subject.parameters if each.default is None and each.way == "place"]
        codes = [input_code(each.shape, least) for each in self.needed]
        self.names = [each.name for each in self.needed]
        taken = {"chance", "inputs", "self", "result", "once", "before", "random", "each"} & set(self.names)
        self.code = codes[0] if len(codes) == 1 else "(" + ", ".join(filter(None, codes)) + ")"
        if (
            not codes
            or None in codes
            or taken
            or any(each.way == "keyword" and each.default is None for each in subject.parameters)
        ):
            self.code = None

    def lines(self, says, check):
        names = ", ".join(self.names)
        shown = ", ".join(f"{name}={{{name}!r}}" for name in self.names)
        return [
            f'"""{says}"""',
            "chance = random.Random(7)",
            *wrapped("inputs = [", f"{self.code} for _ in range({COUNT})"),
            "# The smallest come first, so that the one that is told when it fails is a small one.",
            f"for {names} in sorted(inputs, key=lambda each: len(repr(each))):",
            *(f"    {line}".replace("<input>", f'f"{shown}"') for line in check),
        ]


def wrapped(opening, inner):
    line = f"{opening}{inner}]"
    return [line] if len(line) <= WIDTH else [opening, f"    {inner}", "]"]


class Proposing:
    """Facts about a function for which properties are proposed."""

    def __init__(self, explorer, inputs, results):
        self.explorer, self.inputs, self.results = explorer, inputs, results
        self.name = explorer.subject.about
        self.first = inputs.names[0]
        self.call = f"{self.name}({', '.join(inputs.names)})"
        self.shape = inputs.needed[0].shape.kind
        self.gives_list = self.shape == "list" and all(text[:1] == "[" for text in results)
        self.gives_same = self.gives_list or (self.shape == "str" and all(text[:1] in "'\"" for text in results))

    def __call__(self, title, says, *check):
        return Proposal(self.name, f"test_{title}", says, self.inputs.lines(says, check))


def single_properties(explorer, inputs, results):
    propose = Proposing(explorer, inputs, results)
    yield from properties_of_repetition(propose)
    yield from properties_of_items(propose)
    yield from properties_of_numbers(propose)
    changes = any(any(case.seen["changed"]) for case in explorer.kept)
    if propose.shape in ("list", "dict", "set") and not changes:
        yield propose(
            "it_leaves_its_argument_alone",
            "It leaves its argument alone.",
            f"before = copy.deepcopy({propose.first})",
            propose.call,
            f"self.assertEqual({propose.first}, before)",
        )


def properties_of_repetition(propose):
    """Properties of a second call, or of the inverse call."""
    names, name = propose.inputs.names, propose.name
    if len(names) == 1 and propose.gives_same and SAME_AGAIN.search(name):
        twice = f"self.assertEqual({name}(once), once, <input>)"
        yield propose(
            "doing_it_twice_is_doing_it_once", "Doing it twice is doing it once.", f"once = {propose.call}", twice
        )
    is_even = len(names) == 2 and propose.inputs.needed[0].shape == propose.inputs.needed[1].shape
    if is_even and EITHER_WAY.search(name):
        turned = f"{name}({names[1]}, {names[0]})"
        says = "The order of its arguments does not matter."
        yield propose(
            "the_order_of_its_arguments_does_not_matter", says, f"self.assertEqual({propose.call}, {turned}, <input>)"
        )


def properties_of_items(propose):
    """Properties that relate the parts of a result to those of the argument."""
    name, call, first = propose.name, propose.call, propose.first
    if propose.gives_list and IN_ORDER.search(name):
        check = "self.assertEqual(result, sorted(result), <input>)"
        yield propose("its_result_is_in_order", "Its result is in order.", f"result = {call}", check)
    if propose.gives_list and SAME_ITEMS.search(name):
        yield propose("it_keeps_all_items", "It keeps all items.", f"self.assertCountEqual({call}, {first}, <input>)")
    if propose.gives_same and SAME_LENGTH.search(name):
        check = f"self.assertEqual(len({call}), len({first}), <input>)"
        yield propose("it_keeps_the_length", "It keeps the length.", check)
    if propose.gives_list and ONLY_FROM.search(name):
        check = f"self.assertEqual([each for each in {call} if each not in {first}], [], <input>)"
        yield propose("it_adds_nothing", "It adds nothing of its own.", check)


def properties_of_numbers(propose):
    name, call, first = propose.name, propose.call, propose.first
    if NOT_NEGATIVE.search(name) and all(text.replace(".", "").isdigit() for text in propose.results):
        check = f"self.assertGreaterEqual({call}, 0, <input>)"
        yield propose("its_result_is_never_negative", "Its result is never negative.", check)
    if propose.shape == "int" and len(propose.inputs.names) == 1 and GROWING.search(name):
        check = f"self.assertLessEqual({call}, {name}({first} + 1), <input>)"
        yield propose("it_never_falls", "It never falls as its argument grows.", check)


def inverse_properties(subject, inputs, by_name):
    if len(inputs.names) < 1 or subject.owner:
        return
    for other in by_name:
        if by_name[other].subject.owner or not is_inverse(subject.about, other):
            continue
        taken = len([each for each in by_name[other].subject.parameters if each.default is None])
        if taken == len(inputs.names):
            rest = "".join(f", {name}" for name in inputs.names[1:])
            back = f"{other}({subject.about}({', '.join(inputs.names)}){rest})"
            says = f"What it makes, {other} takes back."
            yield Proposal(
                subject.about,
                f"test_{other}_takes_it_back",
                says,
                inputs.lines(says, [f"self.assertEqual({back}, {inputs.names[0]}, <input>)"]),
            )


def is_inverse(name, other):
    """`encode_x` and `decode_x`, `to_x` and `from_x`, `a_to_b` and `b_to_a`."""
    for one, back in PAIRS:
        if name != other and re.sub(rf"(^|_){one}(?=_|$)", rf"\1{back}", name) == other:
            return True
    sides = name.split("_to_")
    return len(sides) == 2 and other == f"{sides[1]}_to_{sides[0]}"
