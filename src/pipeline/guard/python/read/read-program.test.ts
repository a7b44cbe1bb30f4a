import { describe, expect, it } from 'vitest'
import { FOREIGN, isForeign } from './make-value.ts'
import { readProgram } from './read-program.ts'

const callsIn = (code: string) => readProgram(code).facts.calls

const lastCall = (code: string) => callsIn(code).at(-1)

describe('the reader of Python programs', () => {
  it.each([
    ['an alias', 'import os as o\no.system(x)', 'os.system'],
    ['a name from a module', 'from os import system as s\ns(x)', 'os.system'],
    ['a star', 'from os import *\nsystem(x)', 'os.system'],
    ['another variable', 'import os\nrun = os.system\nrun(x)', 'os.system'],
    ['a text put together', 'import os\ngetattr(os, "sys" + "tem")(x)', 'os.system'],
    ['an import by text', '__import__("o" + "s").system(x)', 'os.system'],
    ['importlib', 'import importlib\nimportlib.import_module("os").system(x)', 'os.system'],
    ['the table of modules', 'import sys\nsys.modules["os"].system(x)', 'os.system'],
    ['the variables of a module', 'import os\nvars(os)["system"](x)', 'os.system'],
    ['the globals', 'globals()["ev" + "al"](x)', 'eval'],
    ['builtins', 'import builtins\nbuiltins.eval(x)', 'eval'],
    ['the builtins of a module', '__builtins__["eval"](x)', 'eval'],
    ['__call__', 'eval.__call__(x)', 'eval'],
    ['a partial function', 'import os, functools\nf = functools.partial(os.system)\nf(x)', 'os.system'],
    ['the dictionary of a module', 'import os\nos.__dict__.get("system")(x)', 'os.system'],
    ['the attribute of an attribute', 'import os\nos.__getattribute__("sys" + "tem")(x)', 'os.system'],
    ['its name in a text', 'import os\neval("os.system")(x)', 'os.system'],
    ['the owner of a builtin', 'print.__self__.eval(x)', 'eval'],
    ['a table of functions', 'import os\n{"a": [os.system]}["a"][0](x)', 'os.system'],
    ['a lambda that returns it', 'import os\n(lambda: os.system)()(x)', 'os.system'],
    ['an object of the program', 'import os\nclass A:\n    run = os.system\nA().run(x)', 'os.system'],
  ])('follows a function through %s', (_, code, name) => {
    expect(lastCall(`${code}\n`)?.name).toBe(name)
  })

  it.each([
    ['pieces', '"a" + "b" "c"', 'abc'],
    ['a format string', 'f"a{\'b\'}{1}"', 'ab1'],
    ['a percent sign', '"%s-%d" % ("a", 3)', 'a-3'],
    ['format', '"{}{x}{0}".format("a", x="b")', 'aba'],
    ['join', '",".join(["a", "b"])', 'a,b'],
    ['a slice', '"cba"[::-1]', 'abc'],
    ['numbers of letters', '"".join(map(chr, [97, 98]))', 'ab'],
    ['numbers in a comprehension', '"".join(chr(n ^ 1) for n in [96, 99])', 'ab'],
    ['hexadecimal digits', 'bytes.fromhex("6162").decode()', 'ab'],
    ['base64', '__import__("base64").b64decode("YWI=").decode("utf-8")', 'ab'],
    ['rot13', '__import__("codecs").decode("no", "rot13")', 'ab'],
    ['replace', '"aXb".replace("X", "")', 'ab'],
    ['escapes', '"\\x61\\u0062\\143"', 'abc'],
    ['a path', '__import__("os").path.join("/etc", "shadow")', '/etc/shadow'],
  ])('reads constant text through %s', (_, expression, text) => {
    expect(lastCall(`value = ${expression}\nprint(value)\n`)?.positional[0]?.value.text).toBe(text)
  })

  it('knows no codec `constructor`, which is a property of every object of ours', () => {
    const call = lastCall('import codecs\nvalue = codecs.decode("no", "constructor")\nprint(value)\n')
    expect(call?.positional[0]?.value.text).toBeUndefined()
  })

  it.each([
    ['assignments and formats', 'def f(a):\n    b = a.strip()\n    use(f"x{b}")'],
    ['containers', 'def f(a):\n    items = []\n    items.append(a)\n    use(" ".join(items))'],
    ['functions of the program', 'def g(x):\n    return "n" + x\ndef f(a):\n    use(g(a))'],
    ['what others give to a function', 'def g(x: str):\n    use(x)\ng(input())'],
    ['objects', 'class A:\n    def __init__(self):\n        self.a = input()\n    def f(self):\n        use(self.a)'],
    ['one of two branches', 'a = input()\nif a == 1:\n    a = "x"\nuse(a)'],
  ])('follows foreign values through %s', (_, code) => {
    const call = callsIn(`${code}\n`).find(({ name }) => name === 'use')
    expect(isForeign(call?.positional[0]?.value, { bits: FOREIGN, use: 1 })).toBe(true)
  })

  it.each([
    ['numbers', 'use(int(input()))'],
    ['quotes', 'import shlex\nuse(shlex.quote(input()))'],
    ['a list of what is allowed', 'a = input()\nif a not in ("x", "y"):\n    raise ValueError\nuse(a)'],
    ['a pattern', 'import re\na = input()\nif re.fullmatch("[a-z]+", a):\n    use(a)'],
    ['another value', 'a = input()\na = "x"\nuse(a)'],
  ])('takes values for harmless behind %s', (_, code) => {
    const call = callsIn(`${code}\n`).find(({ name }) => name === 'use')
    expect(isForeign(call?.positional[0]?.value, { bits: FOREIGN, use: 1 })).toBe(false)
  })
})
