# Behind a solution: the inputs of its examples and others like them, with the answers that it gives.
import ast as _ast
import copy as _copy
import inspect as _inspect
import json as _json
import random as _random


def _arguments(example):
    text = example.split("Output:")[0].split("Input:", 1)[-1]
    call = _ast.parse("f(" + text.strip().replace("\n", " ") + ")", mode="eval").body
    words = {"true": True, "false": False, "null": None}

    def value(node):
        for each in _ast.walk(node):
            if isinstance(each, _ast.Name):
                each.id = repr(words[each.id]) if each.id in words else each.id
        return _ast.literal_eval(_ast.parse(_ast.unparse(node), mode="eval").body)

    return {word.arg: value(word.value) for word in call.keywords}


def _varied(value, chance):
    if isinstance(value, bool) or value is None:
        return value
    if isinstance(value, int):
        return max(0, value + chance.choice([-2, -1, 0, 1, 2, 3])) if value >= 0 else value + chance.choice([-1, 0, 1])
    if isinstance(value, str) and value:
        return chance.choice([value, value[::-1], value[1:] or value, value + chance.choice(value), "".join(chance.sample(value, len(value)))])
    if isinstance(value, list) and value:
        if all(isinstance(each, list) for each in value):
            return value
        found = [_varied(each, chance) for each in value] if chance.random() < 0.4 else list(value)
        return chance.choice([found, found[::-1], found[:-1] or found, found + [chance.choice(found)], chance.sample(found, len(found))])
    return value


def _ask():
    given = _json.loads(GIVEN)
    methods = [name for name, _ in _inspect.getmembers(Solution, _inspect.isfunction) if not name.startswith("_")]
    inputs = [_arguments(each) for each in given["examples"]]
    names = set(inputs[0])
    fitting = [name for name in methods if set(list(_inspect.signature(getattr(Solution, name)).parameters)[1:]) == names]
    if len(fitting) != 1:
        return
    source = _inspect.signature(getattr(Solution, fitting[0]))
    if any(word in str(source) for word in ("TreeNode", "ListNode", "Node")):
        return
    order = [name for name in source.parameters if name != "self"]
    chance = _random.Random(given["seed"])
    wanted = inputs + [{name: _varied(value, chance) for name, value in chance.choice(inputs).items()} for _ in range(12)]
    assertions = []
    for each in wanted:
        shown = ", ".join(repr(each[name]) for name in order)
        try:
            value = getattr(Solution(), fitting[0])(**_copy.deepcopy(each))
            if repr(_ast.literal_eval(repr(value))) != repr(value) or len(repr(value)) > 2000:
                continue
        except Exception:
            continue
        assertions.append(f"assert Solution().{fitting[0]}({shown}) == {value!r}")
    if len(assertions) < 3:
        return
    first = ", ".join(repr(inputs[0][name]) for name in order)
    print(_json.dumps({"shown": f"print(Solution().{fitting[0]}({first}))", "hidden": "\n".join(dict.fromkeys(assertions))}))


_ask()
