import type { PublishedValue } from './published-value.fixture.ts'

/**
 * Functions with the structure of those in "Cognitive Complexity: A new way of measuring understandability" (SonarSource,
 * version 1.7), and the value printed below each; the numbers of paths are radon's.
 */
export const COGNITIVE_PYTHON: PublishedValue[] = [
  {
    name: 'get_words',
    cognitive: 1,
    cyclomatic: 4,
    source: `def get_words(count):
    match count:
        case 1:
            return "one"
        case 2:
            return "a couple"
        case 3:
            return "a few"
        case _:
            return "lots"
`,
  },
  {
    name: 'my_method',
    cognitive: 9,
    cyclomatic: 6,
    source: `def my_method(ready, waiting):
    try:
        if ready:
            for step in range(10):
                while waiting:
                    rest(step)
    except (KeyError, ValueError) as problem:
        if waiting:
            tell(problem)
`,
  },
  {
    name: 'overridden_symbol_from',
    cognitive: 19,
    cyclomatic: 10,
    source: `def overridden_symbol_from(owner):
    if owner.is_unknown():
        return UNKNOWN
    saw_unknown = False
    for symbol in owner.lookup(name):
        if symbol.is_method() and not symbol.is_static():
            if can_override(symbol):
                answer = check_parameters(symbol, owner)
                if answer is None:
                    if not saw_unknown:
                        saw_unknown = True
                elif answer:
                    return symbol
    if saw_unknown:
        return UNKNOWN
    return None
`,
  },
  {
    name: 'add_version',
    cognitive: 35,
    cyclomatic: 14,
    source: `def add_version(entry, transaction):
    index = store.index()
    while True:
        try:
            with lock:
                if head.first is not None:
                    if head.first.version > entry.version:
                        raise Rollback()
                    if transaction.is_active():
                        for earlier in head.first.chain():
                            depends = index.dependency(earlier.version, transaction, 0)
                            if depends == TIMED_OUT:
                                raise Retry(earlier.version)
                            if depends != 0 and depends != ABORTED:
                                raise Rollback()
                entry.previous = head.first
                head.first = entry
                break
        except Retry as retry:
            try:
                depends = index.dependency(retry.version, transaction, TIMEOUT)
                if depends != 0 and depends != ABORTED:
                    raise Rollback()
            except InterruptedError as interrupted:
                raise Stopped(interrupted)
        except InterruptedError as interrupted:
            raise Stopped(interrupted)
`,
  },
  {
    name: 'to_regexp',
    cognitive: 20,
    cyclomatic: 12,
    source: `def to_regexp(pattern, separator):
    escaped = "\\\\" + separator
    text = "^"
    at = 1 if pattern.startswith("/") or pattern.startswith("\\\\") else 0
    while at < len(pattern):
        character = pattern[at]
        if character in SPECIAL:
            text += "\\\\" + character
        elif character == "*":
            if at + 1 < len(pattern) and pattern[at + 1] == "*":
                if at + 2 < len(pattern) and is_slash(pattern[at + 2]):
                    text += "(?:.*" + escaped + "|)"
                    at += 2
                else:
                    text += ".*"
                    at += 1
            else:
                text += "[^" + escaped + "]*?"
        elif character == "?":
            text += "[^" + escaped + "]"
        elif is_slash(character):
            text += escaped
        else:
            text += character
        at += 1
    return text + "$"
`,
  },
  {
    name: 'a_decorator',
    cognitive: 1,
    cyclomatic: 1,
    source: `def a_decorator(first, second):
    def inner(function):
        if ready:
            print(second)
        function()
    return inner
`,
  },
  {
    name: 'not_a_decorator',
    cognitive: 2,
    cyclomatic: 1,
    source: `def not_a_decorator(first, second):
    product = first * second
    def inner(function):
        if ready:
            print(product)
        function()
    return inner
`,
  },
  {
    name: 'decorator_generator',
    cognitive: 1,
    cyclomatic: 1,
    source: `def decorator_generator(first):
    def generator(function):
        def decorator(function):
            if ready:
                print(first)
            return function()
        return decorator
    return generator
`,
  },
]
