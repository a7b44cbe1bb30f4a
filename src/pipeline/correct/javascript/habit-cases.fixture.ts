// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the cases are programs
import { casesOf, type RepairCase } from './repair-case.fixture.ts'

const TYPE = 'TypeError: '

/** Programs written with the habits or meanings of another language. */
export const habitCases: RepairCase[] = [
  ...casesOf('foreign-habits', [
    ['int x = 1\n', 'let x = 1\n'],
    ['System.out.println(1)\n', 'console.log(1)\n', 'ReferenceError: System is not defined'],
    ['func f(x) {\n}\n', 'function f(x) {\n}\n'],
    ['run(json.dumps(x))\n', 'run(JSON.stringify(x))\n', 'ReferenceError: json is not defined'],
    ['try {\n} except (e) {\n}\n', 'try {\n} catch (e) {\n}\n'],
    ["from 'node:fs' import readFileSync\n", "import { readFileSync } from 'node:fs'\n"],
    ['if (a) {\n} elif (b) {\n}\n', 'if (a) {\n} else if (b) {\n}\n'],
    ['const a = True\n', 'const a = true\n', 'ReferenceError: True is not defined'],
    ['if (a and not b) {\n}\n', 'if (a && ! b) {\n}\n'],
    ['if (x !== None) go()\n', 'if (x != null) go()\n'],
    ['if (x is not None) go()\n', 'if (x != null) go()\n'],
    ['def f(x) {\n  return x\n}\n', 'function f(x) {\n  return x\n}\n'],
    ['print(len(xs))\n', 'console.log(xs.length)\n', 'ReferenceError: print is not defined'],
    ['function print(x) {}\nprint(1)\n', null],
    ['# say it\nrun(1)\n', '// say it\nrun(1)\n'],
    ['console.log(f"Hi {name}, {x:.2f}")\n', 'console.log(`Hi ${name}, ${(x).toFixed(2)}`)\n'],
    ['if x > 3:\n  go()\ndone()\n', 'if (x > 3) {\n  go()\n}\ndone()\n'],
    ['for x in xs:\n  go(x)\n', 'for (const x of xs) {\n  go(x)\n}\n'],
    ['for i in range(3):\n  go(i)\n', 'for (let i = 0; i < 3; i++) {\n  go(i)\n}\n'],
    ['if (a):\n  b()\nelse:\n  c()\n', 'if (a) {\n  b()\n} else {\n  c()\n}\n'],
    ['class A {\n  f(x):\n    return x\n  }\n}\n', 'class A {\n  f(x) {\n    return x\n  }\n}\n'],
    ['const ys = xs[1:3]\n', 'const ys = xs.slice(1, 3)\n'],
    ['const ys = [x * 2 for x in xs if x > 1]\n', 'const ys = xs.filter((x) => x > 1).map((x) => x * 2)\n'],
    ['const ys = [x * 2 for x of xs]\n', 'const ys = xs.map((x) => x * 2)\n'],
    ['const f = lambda x, y: x + y\n', 'const f = (x, y) => x + y\n'],
    ['const a = b if c else d\n', 'const a = c ? b : d\n'],
    ['xs.append(1)\n', 'xs.push(1)\n', `${TYPE}xs.append is not a function`],
    [
      'for (const [k, v] of d.items()) go(k)\n',
      'for (const [k, v] of Object.entries(d)) go(k)\n',
      `${TYPE}d.items is not a function`,
    ],
    ['raise Error("no")\n', 'throw new Error("no")\n'],
    ['const a = { None: 1 }\n', null],
  ]),
  ...casesOf('compare-values', [
    ['if (a % 2 = 0) go()\n', 'if (a % 2 === 0) go()\n', 'SyntaxError: Invalid left-hand side in assignment', 1],
    [
      'const a = 1\nif (a = 2) go()\n',
      'const a = 1\nif (a === 2) go()\n',
      `${TYPE}Assignment to constant variable.`,
      2,
    ],
    [
      'xs.filter((x) => x % 2 = 0)\n',
      'xs.filter((x) => x % 2 === 0)\n',
      'SyntaxError: Invalid left-hand side in assignment',
      1,
    ],
    ['if (a =< b) go()\n', 'if (a <= b) go()\n'],
    ['const a = 1\na = 2\n', null, `${TYPE}Assignment to constant variable.`, 2],
  ]),
  ...casesOf('change-declaration', [
    ['const a = 1\na += 2\n', 'let a = 1\na += 2\n', `${TYPE}Assignment to constant variable.`, 2],
    [
      'for (const i = 0; i < 3; i++) {\n}\n',
      'for (let i = 0; i < 3; i++) {\n}\n',
      `${TYPE}Assignment to constant variable.`,
      1,
    ],
    ['const a = 1\nconst a = 2\n', 'let a = 1\na = 2\n', "SyntaxError: Identifier 'a' has already been declared", 2],
    ['const a\n', 'let a\n', 'SyntaxError: Missing initializer in const declaration', 1],
    ['let a = 1\na = 2\n', null, `${TYPE}Assignment to constant variable.`, 2],
  ]),
  ...casesOf('mend-import', [
    [
      "import fs from 'fss'\n",
      "import fs from 'node:fs'\n",
      "Error: Cannot find package 'fss' imported from /workspace/main.js",
    ],
    [
      "import { readfileSync } from 'node:fs'\nreadfileSync('a')\n",
      "import { readFileSync } from 'node:fs'\nreadFileSync('a')\n",
      "SyntaxError: The requested module 'node:fs' does not provide an export named 'readfileSync'",
    ],
    [
      "import x from './x.js'\n",
      "import * as x from './x.js'\n",
      "SyntaxError: The requested module './x.js' does not provide an export named 'default'",
    ],
    [
      "import a from './a.json'\n",
      "import a from './a.json' with { type: 'json' }\n",
      `${TYPE}Module "a.json" needs an import attribute of "type: json"`,
    ],
    ['module.exports = { f }\n', 'export default { f }\n', 'ReferenceError: module is not defined in ES module scope'],
    ["import x from 'left-pad'\n", null, "Error: Cannot find package 'left-pad' imported from /workspace/main.js"],
  ]),
  ...casesOf('split-keyword', [
    ['const r = newMap()\n', 'const r = new Map()\n', 'ReferenceError: newMap is not defined'],
    ['letindex = 0\nrun(index)\n', 'let index = 0\nrun(index)\n', 'ReferenceError: index is not defined'],
    ['functiongreet(name) {\n}\ngreet(1)\n', 'function greet(name) {\n}\ngreet(1)\n'],
    ['const newest = 1\nrun(newest)\n', null, 'ReferenceError: run is not defined'],
  ]),
  ...casesOf('spell-constructor', [
    [
      'class A {\n  constructr(x) {\n    this.x = x\n  }\n}\n',
      'class A {\n  constructor(x) {\n    this.x = x\n  }\n}\n',
      `${TYPE}Cannot read properties of undefined (reading 'y')`,
    ],
    ['class A {\n  construct(x) {}\n  constructor() {}\n}\n', null, `${TYPE}a is not a function`],
  ]),
]
