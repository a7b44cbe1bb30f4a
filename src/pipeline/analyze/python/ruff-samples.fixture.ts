import type { RuleSamples } from '../samples.fixture.ts'

/** One sample for each group of rules, and for each common fix. */
export const ruffSamples: RuleSamples = {
  'ruff/F821': { found: ['def f():\n    return ⟦missing⟧\n'], clean: ['def f(missing):\n    return missing\n'] },
  'ruff/F632': { found: ['x = 1\nif ⟦x is "a"⟧:\n    print(x)\n'], clean: ['x = 1\nif x == "a":\n    print(x)\n'] },
  'ruff/B015': { found: ['x = 1\n⟦x == 2⟧\nprint(x)\n'], clean: ['x = 1\nprint(x == 2)\n'] },
  'ruff/B006': {
    found: ['def f(rows=⟦[]⟧):\n    rows.append(1)\n    return rows\n\nprint(f())\n'],
    clean: ['def f(rows=None):\n    return rows or []\n\nprint(f())\n'],
  },
  'ruff/E722': {
    found: ['try:\n    print(1)\n⟦except⟧:\n    print(2)\n'],
    clean: ['try:\n    print(1)\nexcept ValueError:\n    print(2)\n'],
  },
  'ruff/F401': { found: ['import ⟦os⟧\nprint(1)\n'], clean: ['import os\nprint(os.sep)\n'] },
  'ruff/F541': { found: ["print(⟦f'a'⟧)\n"], clean: ["a = 1\nprint(f'{a}')\n"] },
  'ruff/F841': {
    found: ['def f():\n    ⟦x⟧ = 1\n\nprint(f())\n'],
    clean: ['def f():\n    x = 1\n    return x\n\nprint(f())\n'],
  },
  'ruff/E711': { found: ['x = None\nprint(x == ⟦None⟧)\n'], clean: ['x = None\nprint(x is None)\n'] },
  'ruff/E713': { found: ['x = 1\nprint(not ⟦x in [2]⟧)\n'], clean: ['x = 1\nprint(x not in [2])\n'] },
  'ruff/N802': {
    found: ['def ⟦readFile⟧():\n    return 1\n\nprint(readFile())\n'],
    clean: ['def read_file():\n    return 1\n\nprint(read_file())\n'],
  },
  'ruff/C401': { found: ['print(⟦set(x for x in [1, 1])⟧)\n'], clean: ['print({x for x in [1, 1]})\n'] },
  'ruff/C416': { found: ['print(⟦[x for x in (1, 2)]⟧)\n'], clean: ['print([x + 1 for x in (1, 2)])\n'] },
  'ruff/PERF102': {
    found: ['for _, value in ⟦{1: 2}.items⟧():\n    print(value)\n'],
    clean: ['for key, value in {1: 2}.items():\n    print(key, value)\n'],
  },
  'ruff/RET505': {
    found: ['def f(x):\n    if x:\n        return 1\n    ⟦else⟧:\n        return 2\n\nprint(f(0), f(1))\n'],
    clean: ['def f(x):\n    if x:\n        return 1\n    return 2\n\nprint(f(0), f(1))\n'],
  },
  'ruff/SIM102': {
    found: ['a, b = 1, 2\n⟦if a:\n    if b:⟧\n        print(1)\n'],
    clean: ['a, b = 1, 2\nif a:\n    if b:\n        print(1)\n    print(2)\n'],
  },
  'ruff/PLR5501': {
    found: ['a, b = 0, 2\nif a:\n    print(1)\n⟦else:\n    ⟧if b:\n        print(2)\n'],
    clean: ['a, b = 0, 2\nif a:\n    print(1)\nelif b:\n    print(2)\n'],
  },
  'ruff/SIM103': {
    found: ['def f(x):\n    ⟦if x > 1:\n        return True\n    return False⟧\n\nprint(f(1), f(2))\n'],
    clean: ['def f(x):\n    return x > 1\n\nprint(f(1), f(2))\n'],
  },
  'ruff/SIM110': {
    found: [
      'def f(rows):\n    ⟦for row in rows:\n        if row > 1:\n            return True\n    return False⟧\n\nprint(f([1]), f([2]))\n',
      'def f(rows):\n    ⟦for row in rows:\n        if row <= 1:\n            return False\n    return True⟧\n\nprint(f([1]), f([2]))\n',
    ],
    clean: ['def f(rows):\n    return any(row > 1 for row in rows)\n\nprint(f([1]))\n'],
  },
  'ruff/SIM401': {
    found: ['d = {1: 2}\nk = 3\n⟦if k in d:\n    x = d[k]\nelse:\n    x = 0⟧\nprint(x)\n'],
    clean: ['d = {1: 2}\nprint(d.get(3, 0))\n'],
  },
  'ruff/SIM117': {
    found: ["⟦with open('/dev/null') as a:\n    with open('/dev/null') as b:⟧\n        print(a.read(), b.read())\n"],
    clean: ["with open('/dev/null') as a, open('/dev/null') as b:\n    print(a.read(), b.read())\n"],
  },
  'ruff/UP032': { found: ["a = 1\nprint(⟦'{} and {}'.format(a, a)⟧)\n"], clean: ["a = '{}'\nprint(a.format(1))\n"] },
  'ruff/UP004': {
    found: ['class A(⟦object⟧):\n    x = 1\n\nprint(A.x)\n'],
    clean: ['class A:\n    x = 1\n\nprint(A.x)\n'],
  },
  'ruff/B904': {
    found: ["try:\n    print(1)\nexcept ValueError:\n    ⟦raise TypeError('no')⟧\n"],
    clean: ["try:\n    print(1)\nexcept ValueError as error:\n    raise TypeError('no') from error\n"],
  },
  'ruff/B020': {
    found: ['rows = [1]\nfor ⟦rows⟧ in rows:\n    print(rows)\n'],
    clean: ['rows = [1]\nfor row in rows:\n    print(row)\n'],
  },
  'ruff/ASYNC251': {
    found: ['import time\n\nasync def f():\n    ⟦time.sleep⟧(1)\n\nprint(f)\n'],
    clean: ['import asyncio\n\nasync def f():\n    await asyncio.sleep(1)\n\nprint(f)\n'],
  },
}
