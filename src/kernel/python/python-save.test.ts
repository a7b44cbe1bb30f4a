import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openStatesBench, type StatesBench } from './states-bench.fixture.ts'

let bench: StatesBench

beforeAll(async () => {
  bench = await openStatesBench()
})
afterAll(() => bench.destroy())

/** Code for one interpreter, and an expression that must be true in another that loaded its state. */
const cases: [title: string, code: string, truth: string][] = [
  ['numbers', 'a, b, c, d = 2**100, 1.5, 3+4j, True', '(a, b, c, d) == (2**100, 1.5, 3+4j, True)'],
  ['text of all scripts', 's = "héllo 日本 🎉 \\ud800"', 's == "héllo 日本 🎉 \\ud800"'],
  [
    'nested collections',
    'x = {"a": [1, (2, {3}), b"4", frozenset("5")]}',
    'x == {"a": [1, (2, {3}), b"4", frozenset("5")]}',
  ],
  ['what variables share', 'a = [1]; b = {"a": a}; c = (a, b)', 'b["a"] is a and c[0] is a and c[1] is b'],
  ['a list that holds itself', 'l = [1]; l.append(l)', 'l[1] is l and l[0] == 1'],
  ['two objects that hold each other', 'class N: pass\np, q = N(), N(); p.q, q.p = q, p', 'p.q is q and q.p is p'],
  ['the namespace itself', 'names = globals()', 'names is globals()'],
  ['the streams', 'import sys\nout = sys.stdout', 'out is sys.stdout'],
  [
    'a class with instances',
    'class P:\n  n = 1\n  def __init__(self, x): self.x = x\n  def f(self): return self.x + self.n\np = P(4)',
    'p.f() == 5 and type(p) is P',
  ],
  [
    'a subclass that calls its base',
    'class A:\n  def f(self): return 1\nclass B(A):\n  def f(self): return super().f() + 1\nb = B()',
    'b.f() == 2 and B.__mro__[1] is A',
  ],
  [
    'slots, properties, static and class methods',
    'class S:\n  __slots__ = ("x",)\n  @property\n  def y(self): return self.x\n  @staticmethod\n  def s(): return 2\n  @classmethod\n  def c(cls): return cls\ns = S(); s.x = 1',
    '(s.y, S.s(), S.c() is S) == (1, 2, True) and not hasattr(s, "__dict__")',
  ],
  [
    'a class in a function',
    'def make(n):\n  class L:\n    def f(self): return n\n  return L\nL = make(3); o = L()',
    'o.f() == 3 and isinstance(o, L)',
  ],
  [
    'a dataclass',
    'from dataclasses import dataclass, field, fields, replace\n@dataclass(order=True)\nclass D:\n  x: int\n  y: list = field(default_factory=list)\nd = D(1)',
    'd == D(1) and replace(d, x=2) > d and [f.name for f in fields(D)] == ["x", "y"] and D(3).y == []',
  ],
  [
    'an enumeration',
    'import enum\nclass C(enum.Enum):\n  RED = 1\n  GREEN = 2\n  ALSO = 1\n  def low(self): return self.name.lower()\nc = C.GREEN',
    'c is C.GREEN and C(1) is C.RED is C.ALSO and c.low() == "green" and len(C) == 2',
  ],
  [
    'an enumeration with values of its own',
    'import enum\nclass P(enum.Enum):\n  E = (1, 2)\n  def __init__(self, m, r): self.m = m * r\nclass F(enum.IntFlag):\n  A = enum.auto()\n  B = enum.auto()\nf = F.A | F.B',
    'P.E.m == 2 and P((1, 2)) is P.E and f == 3 and F.A in f',
  ],
  [
    'a named tuple',
    'from collections import namedtuple\nfrom typing import NamedTuple\nT = namedtuple("T", "x y", defaults=[2])\nclass U(NamedTuple):\n  x: int = 5\nt, u = T(1), U()',
    '(t, t.y, u.x, t._replace(x=9).x) == ((1, 2), 2, 5, 9) and type(t) is T',
  ],
  [
    'an abstract class',
    'from abc import ABC, abstractmethod\nclass A(ABC):\n  @abstractmethod\n  def f(self): ...\nclass B(A):\n  def f(self): return 1\nb = B()',
    'b.f() == 1 and isinstance(b, A) and A.__abstractmethods__ == {"f"}',
  ],
  [
    'a metaclass, and classes that watch their subclasses',
    'seen = []\nclass M(type):\n  def __new__(m, n, b, d): seen.append(n); return super().__new__(m, n, b, d)\nclass A(metaclass=M):\n  def __init_subclass__(cls): seen.append(cls)\nclass B(A): pass',
    'seen == ["A", "B", B] and type(B) is M',
  ],
  [
    'a generic class',
    'from typing import Generic, TypeVar\nT = TypeVar("T")\nclass G(Generic[T]):\n  def f(self, x: T) -> T: return x\ng = G[int]()',
    'g.f(2) == 2 and G.__parameters__[0] is T',
  ],
  [
    'an exception of its own',
    'class E(ValueError):\n  code = 3\ne = E("x", 1)',
    'e.args == ("x", 1) and e.code == 3 and isinstance(e, ValueError)',
  ],
  ['lambdas and their defaults', 'f = lambda x, y=[1], *, z=2: (x, y, z)', 'f(0) == (0, [1], 2)'],
  [
    'a closure that two functions share',
    'def make():\n  n = 0\n  def up():\n    nonlocal n; n += 1; return n\n  return up, (lambda: n)\nup, now = make(); up()',
    'up() == 2 and now() == 2',
  ],
  [
    'functions that call themselves and each other',
    'def fact(n): return n * fact(n - 1) if n else 1\ndef outer():\n  def even(n): return not n or odd(n - 1)\n  def odd(n): return n and even(n - 1)\n  return even\neven = outer()',
    'fact(5) == 120 and even(10) is True',
  ],
  [
    'decorators',
    'import functools\ndef twice(f):\n  @functools.wraps(f)\n  def g(*a): return 2 * f(*a)\n  return g\n@twice\ndef f(x):\n  "says"\n  return x\n@functools.lru_cache(maxsize=5)\ndef c(x): return x\np = functools.partial(f, 4)',
    'f(2) == 4 and f.__doc__ == "says" and f.__wrapped__(2) == 2 and c(3) == 3 and p() == 8',
  ],
  [
    'functions with attributes, types and a text',
    'def f(x: int = 1) -> str:\n  "doc"\nf.mark = 1',
    '(f.mark, f.__doc__, f.__annotations__, f.__qualname__) == (1, "doc", {"x": int, "return": str}, "f")',
  ],
  [
    'async functions and generators',
    'async def a(): return 4\ndef g():\n  yield 1\n  yield 2',
    'list(g()) == [1, 2] and (await a()) == 4',
  ],
  [
    'bound methods',
    'class A:\n  def f(self): return self.x\na = A(); a.x = 3; m = a.f; append = [].append',
    'm() == 3 and m.__self__ is a and append(1) is None',
  ],
  [
    'functions see variables that change later',
    'k = 1\ndef f(): return k\n',
    '[f(), exec("k = 2"), f()] == [1, None, 2]',
  ],
  [
    'modules by their names',
    'import json as j, os.path\nfrom math import sqrt as root',
    'j.dumps([1]) == "[1]" and root(4) == 2 and os.path.join("a", "b") == "a/b"',
  ],
  ['a module made by hand', 'import types\nm = types.ModuleType("m"); m.x = [1]', 'm.x == [1]'],
  [
    'dates, decimals, patterns, counters, queues',
    'import datetime, decimal, re, collections\nv = [datetime.datetime(2020, 1, 2, tzinfo=datetime.timezone.utc), decimal.Decimal("0.1"), re.compile("a+"), collections.Counter("aab"), collections.deque([1], 3), collections.OrderedDict(a=1), collections.defaultdict(list, a=[1])]',
    'v[0].year == 2020 and v[1] + 1 == decimal.Decimal("1.1") and v[2].match("aa") and v[3]["a"] == 2 and v[4].maxlen == 3 and v[6]["b"] == []',
  ],
  [
    'weak references',
    'import weakref\nclass A: pass\na = A(); r = weakref.ref(a); w = weakref.WeakValueDictionary(k=a)\ndead = weakref.ref(A())',
    'r() is a and dead() is None and w["k"] is a',
  ],
  [
    'the directory, the environment and the path',
    'import os, sys\nos.makedirs("/tmp/there", exist_ok=True); os.chdir("/tmp/there"); os.environ["COLOUR"] = "red"; del os.environ["LANG"]; sys.path.append("/tmp/more"); sys.argv = ["p", "-x"]',
    '(os.getcwd(), os.environ["COLOUR"], "LANG" in os.environ, sys.path[-1], sys.argv) == ("/tmp/there", "red", False, "/tmp/more", ["p", "-x"])',
  ],
  [
    'what is random next',
    'import random\nrandom.seed(3); state = random.getstate()',
    '(n := random.random(), random.setstate(state), random.random() == n)[2]',
  ],
  ['results of cells', '[1, 2]', '_ == [1, 2] and Out[1] is _ and In[1] == "[1, 2]"'],
  [
    'imports from the future',
    'from __future__ import annotations',
    '(exec("def f(x: nope): pass", globals()), True)[1]',
  ],
]

describe('the saved state of a Python restores in another', () => {
  it.each(cases)('%s', async (_, code, truth) => {
    const { value, lost, close } = await bench.moved(code)
    expect(lost).toEqual({})
    expect(String(await value(truth))).toMatch(/^(True|<re\.Match.*)$/)
    await close()
  })
})

describe('a value that cannot be kept of a Python is named, and nothing else is lost:', () => {
  const losses: [title: string, code: string, why: string][] = [
    ['a generator', 'x = (n for n in [1])', 'it is a generator, which cannot be kept'],
    ['an open file', 'x = open("/tmp/x", "w")', 'it is an open file, which cannot be kept'],
    ['a socket', 'import socket\nx = socket.socket()', 'it is an open socket, which cannot be kept'],
    ['a lock', 'import threading\nx = threading.Lock()', 'it is a lock, which cannot be kept'],
    ['a thread', 'import threading\nx = threading.Thread()', 'it holds a lock, which cannot be kept'],
    ['a list with a generator in it', 'x = [1, (n for n in [1])]', 'it holds a generator, which cannot be kept'],
    [
      'a function that holds a file',
      'def x(f=open("/tmp/x", "w")): pass',
      'it holds an open file, which cannot be kept',
    ],
    [
      'a value that refuses',
      'class R:\n  def __reduce__(self): raise ValueError("never")\nx = R()',
      'ValueError: never',
    ],
    ['a value that exits', 'class R:\n  def __reduce__(self): raise SystemExit(3)\nx = R()', 'SystemExit: 3'],
    ['too deep a nesting', 'x = []\nfor _ in range(100_000): x = [x]', 'it is nested too deeply'],
    [
      'a value that fails when it comes back',
      'class R:\n  def __setstate__(self, s): raise KeyError("no")\nx = R(); x.y = 1',
      "KeyError: 'no'",
    ],
  ]
  it.each(losses)('%s', async (_, code, why) => {
    const before = 'shared = ["s"]\nfirst = [1, shared]\n'
    const moved = await bench.moved(`${before}${code}\nlast = {"shared": shared}; None`)
    expect(moved.lost).toEqual({ x: why })
    expect(await moved.value('last["shared"] is first[1] is shared and first[0] == 1 and "x" not in globals()')).toBe(
      'True',
    )
    await moved.close()
  })

  it('a variable that shares a value with a lost one, when the value went with it', async () => {
    const code =
      'class R:\n  def __setstate__(self, s): raise KeyError("no")\nx = R(); x.y = inner = [1]\nholder = [inner]; alone = [2]'
    const moved = await bench.moved(code)
    const why = 'ValueError: it shares a value with one that could not be brought back'
    expect(moved.lost).toEqual({ x: "KeyError: 'no'", inner: why, holder: why })
    expect(await moved.value('alone')).toBe('[2]')
    await moved.close()
  })

  it('a missing module, and a missing directory', async () => {
    const first = await bench.open()
    const code =
      'import os\nopen("gone_soon.py", "w").write("x = 1")\nimport gone_soon\nos.mkdir("/tmp/gone"); os.chdir("/tmp/gone")'
    await first.value(`${code}\nkept = 1`)
    const { bytes } = await first.states.save()
    await first.value('os.remove("/workspace/gone_soon.py"); os.rmdir("/tmp/gone")')
    const second = await bench.open()
    const { lost } = await second.states.load(bytes)
    expect(lost.map(({ name, why }) => [name, why.split(':')[0]])).toEqual([
      ['the working directory', 'FileNotFoundError'],
      ['gone_soon', 'ModuleNotFoundError'],
    ])
    expect(await second.value('kept')).toBe('1')
  })

  it('results of cells', async () => {
    const first = await bench.open()
    await first.value('(n for n in [1])')
    await first.value('"kept"')
    const { lost, bytes } = await first.states.save()
    expect(lost.map(({ name }) => name)).toEqual(['__', 'Out[1]'])
    const second = await bench.open()
    await second.states.load(bytes)
    expect(await second.value('_, list(Out), len(In)')).toBe("('kept', [2], 4)")
  })

  it('the largest, when all together exceed the limit', async () => {
    const first = await bench.open()
    await first.value(
      'small = b"s" * 1000; large = b"l" * 1_000_000; larger = [large, b"m" * 2_000_000]; medium = b"m" * 300_000',
    )
    const { bytes, lost } = await first.states.save({ mostBytes: 1_500_000 })
    expect(lost.map(({ name }) => name)).toEqual(['larger'])
    expect(lost[0]?.why).toMatch(/^it takes 300\d{4} bytes, and all may take 1500000$/)
    expect(bytes.length).toBeLessThan(1_500_000)
    const second = await bench.open()
    await second.states.load(bytes)
    expect(await second.value('len(small), len(large), len(medium)')).toBe('(1000, 1000000, 300000)')
  })
})
