import { casesOf, type RepairCase } from './repair-case.fixture.ts'

const TYPE = 'TypeError: '
const REFERENCE = 'ReferenceError: '

/** Programs that parse and fail when they run. */
export const runtimeCases: RepairCase[] = [
  ...casesOf('text-of-number', [
    [
      "const f = (n) => n.split('')\nf(12)\n",
      "const f = (n) => String(n).split('')\nf(12)\n",
      `${TYPE}n.split is not a function`,
      1,
    ],
    ["const xs = [1]\nxs.split('')\n", null, `${TYPE}xs.split is not a function`, 2],
  ]),
  ...casesOf('call-method', [
    ["s.trim.split(' ')\n", "s.trim().split(' ')\n", `${TYPE}s.trim.split is not a function`, 1],
    ["s.own.split(' ')\n", null, `${TYPE}s.own.split is not a function`, 1],
  ]),
  ...casesOf('count-to', [
    ['for (const i of n) run(i)\n', 'for (let i = 0; i < n; i++) run(i)\n', `${TYPE}n is not iterable`, 1],
    ['n[0] = 1\nfor (const i of n) run(i)\n', null, `${TYPE}n is not iterable`, 2],
  ]),
  ...casesOf('moved-bracket', [
    [
      'const xs = [1], at = 0\nrun([xsat] <= 3)\n',
      'const xs = [1], at = 0\nrun(xs[at] <= 3)\n',
      'ReferenceError: xsat is not defined',
    ],
    [
      'const xs = [1], at = 1\nrun(xsat[ - 1])\n',
      'const xs = [1], at = 1\nrun(xs[at - 1])\n',
      'ReferenceError: xsat is not defined',
    ],
    ['const xs = [1], at = 1\nrun(xsat)\n', null, 'ReferenceError: xsat is not defined'],
    ['const xs = [1]\nrun([xsat])\n', null, 'ReferenceError: xsat is not defined'],
  ]),
  ...casesOf('spell-name', [
    [
      'function findPositins(xs) {\n  return xs\n}\nrun(findPositions([1]))\n',
      'function findPositions(xs) {\n  return xs\n}\nrun(findPositions([1]))\n',
      'ReferenceError: findPositions is not defined',
    ],
    [
      'const total = 1\nconsole.log(totla)\n',
      'const total = 1\nconsole.log(total)\n',
      `${REFERENCE}totla is not defined`,
    ],
    ['consle.log(1)\n', 'console.log(1)\n', `${REFERENCE}consle is not defined`],
    ['json.parse(x)\n', 'JSON.parse(x)\n', `${REFERENCE}json is not defined`],
    ['const a = ture\n', 'const a = true\n', `${REFERENCE}ture is not defined`],
    [
      'const userName = 1\nrun(user_name)\n',
      'const userName = 1\nrun(userName)\n',
      `${REFERENCE}user_name is not defined`,
    ],
    [
      'function totla() {}\ntotal()\ntotal()\n',
      'function total() {}\ntotal()\ntotal()\n',
      `${REFERENCE}total is not defined`,
    ],
    ['run(zzzzzz)\n', null, `${REFERENCE}zzzzzz is not defined`],
    // Nobody gives a value to what every program has.
    ['while (n--) {\n  ret = n + ret\n}\nrun(ret)\n', null, `${REFERENCE}ret is not defined`, 2],
  ]),
  ...casesOf('declare-name', [
    ["'use strict'\nx = 1\nrun(x)\n", "'use strict'\nlet x = 1\nrun(x)\n", `${REFERENCE}x is not defined`],
    ['export {}\nfor (x of xs) run(x)\n', 'export {}\nfor (const x of xs) run(x)\n', `${REFERENCE}x is not defined`],
    [
      'export {}\nfor (i = 0; i < 3; i++) run(i)\n',
      'export {}\nfor (let i = 0; i < 3; i++) run(i)\n',
      `${REFERENCE}i is not defined`,
    ],
    ['if (a) {\n  x = 1\n}\nrun(x)\n', 'let x\nif (a) {\n  x = 1\n}\nrun(x)\n', `${REFERENCE}x is not defined`],
    [
      'function f() {\n  m = 1\n}\nconst m = f()\n',
      'function f() {\n  let m = 1\n}\nconst m = f()\n',
      `${REFERENCE}Cannot access 'm' before initialization`,
      2,
    ],
    ['run(x)\n', null, `${REFERENCE}x is not defined`],
  ]),
  ...casesOf('add-this', [
    [
      'class A {\n  constructor(private n: number) {}\n  f() {\n    return n\n  }\n}\n',
      'class A {\n  constructor(private n: number) {}\n  f() {\n    return this.n\n  }\n}\n',
      `${REFERENCE}n is not defined`,
      4,
      12,
    ],
    [
      'class A {\n  x = 1\n  f() {\n    return x\n  }\n}\n',
      'class A {\n  x = 1\n  f() {\n    return this.x\n  }\n}\n',
      `${REFERENCE}x is not defined`,
      4,
      12,
    ],
    [
      'class A {\n  f() {\n    g()\n  }\n  g() {}\n}\n',
      'class A {\n  f() {\n    this.g()\n  }\n  g() {}\n}\n',
      `${REFERENCE}g is not defined`,
      3,
      5,
    ],
    [
      'class A extends EventEmitter {\n  f() {\n    emit(1)\n  }\n}\n',
      'class A extends EventEmitter {\n  f() {\n    this.emit(1)\n  }\n}\n',
      `${REFERENCE}emit is not defined`,
      3,
      5,
    ],
    [
      'class A {\n  constructor(n) {\n    this.n = n\n  }\n  f() {\n    return n\n  }\n}\n',
      'class A {\n  constructor(n) {\n    this.n = n\n  }\n  f() {\n    return this.n\n  }\n}\n',
      `${REFERENCE}n is not defined`,
      6,
      12,
    ],
    ['class A {\n  f() {\n    return y\n  }\n}\n', null, `${REFERENCE}y is not defined`, 3, 12],
  ]),
  ...casesOf('import-module', [
    [
      "fs.readFileSync('a')\n",
      "const fs = require('node:fs')\nfs.readFileSync('a')\n",
      `${REFERENCE}fs is not defined`,
    ],
    [
      "import os from 'node:os'\npath.join('a')\n",
      "import path from 'node:path'\nimport os from 'node:os'\npath.join('a')\n",
      `${REFERENCE}path is not defined`,
    ],
    [
      "import { a } from 'node:fs'\nwriteFileSync('a')\n",
      "import { a, writeFileSync } from 'node:fs'\nwriteFileSync('a')\n",
      `${REFERENCE}writeFileSync is not defined`,
    ],
    [
      'new EventEmitter()\n',
      "const { EventEmitter } = require('node:events')\nnew EventEmitter()\n",
      `${REFERENCE}EventEmitter is not defined`,
    ],
    ['run(axios)\n', null, `${REFERENCE}axios is not defined`],
  ]),
  ...casesOf('compare-values', [
    ['if (typeof x[0] == string) f()\n', "if (typeof x[0] == 'string') f()\n", `${REFERENCE}string is not defined`],
    ['const a = string\n', null, `${REFERENCE}string is not defined`],
  ]),
  ...casesOf('spell-member', [
    ['console.Log(1)\n', 'console.log(1)\n', `${TYPE}console.Log is not a function`],
    ['const xs = []\nxs.psuh(1)\n', 'const xs = []\nxs.push(1)\n', `${TYPE}xs.psuh is not a function`],
    ['const s = new Set()\ns.push(1)\n', 'const s = new Set()\ns.add(1)\n', `${TYPE}s.push is not a function`],
    ['f().toUppercase()\n', 'f().toUpperCase()\n', `${TYPE}f(...).toUppercase is not a function`],
    [
      'const o = {\n  area() {},\n}\no.aera()\n',
      'const o = {\n  area() {},\n}\no.area()\n',
      `${TYPE}o.aera is not a function`,
    ],
    ['console.lo(1)\n', 'console.log(1)\n', `${TYPE}console.lo is not a function`],
    [
      'class A {\n  handlle() {}\n}\na.handle()\na.handle()\n',
      'class A {\n  handle() {}\n}\na.handle()\na.handle()\n',
      `${TYPE}a.handle is not a function`,
    ],
    ['x.frobnicate()\n', null, `${TYPE}x.frobnicate is not a function`],
  ]),
  ...casesOf('drop-call', [
    ['run(xs.length())\n', 'run(xs.length)\n', `${TYPE}xs.length is not a function`],
    ['if (xs.isEmpty()) go()\n', 'if (xs.length === 0) go()\n', `${TYPE}xs.isEmpty is not a function`],
    [
      'class A { get f() { return 1 } }\nrun(new A().f())\n',
      'class A { get f() { return 1 } }\nrun(new A().f)\n',
      `${TYPE}(intermediate value).f is not a function`,
    ],
    ['xs.length(3)\n', null, `${TYPE}xs.length is not a function`],
  ]),
  ...casesOf('call-function', [
    ['function all() {}\nall.map(f)\n', 'function all() {}\nall().map(f)\n', `${TYPE}all.map is not a function`, 2],
    ['function all(x) {}\nall.map(f)\n', null, `${TYPE}all.map is not a function`, 2],
  ]),
  ...casesOf('swap-brackets', [
    ['const xs = [1]\nrun(xs(0))\n', 'const xs = [1]\nrun(xs[0])\n', `${TYPE}xs is not a function`, 2],
    ['run(m.get[k].x)\n', 'run(m.get(k).x)\n', `${TYPE}Cannot read properties of undefined (reading 'x')`, 1],
    ['run(f(1))\n', null, `${TYPE}f is not a function`, 1],
  ]),
  ...casesOf('spread-collection', [
    [
      'run(new Set(xs).map(f))\n',
      'run([...new Set(xs)].map(f))\n',
      `${TYPE}(intermediate value).map is not a function`,
      1,
    ],
    ['const s = new Set()\ns.sort()\n', 'const s = new Set()\n[...s].sort()\n', `${TYPE}s.sort is not a function`, 2],
    ['run(m.keys().sort())\n', 'run([...m.keys()].sort())\n', `${TYPE}m.keys(...).sort is not a function`, 1],
    ['run(x.map(f))\n', null, `${TYPE}x.map is not a function`, 1],
  ]),
  ...casesOf('add-new', [
    ['const a = A(1)\n', 'const a = new A(1)\n', `${TYPE}Class constructor A cannot be invoked without 'new'`],
    [
      'function f(): Map<A, B> {}\nconst m = Map<A, B>()\n',
      'function f(): Map<A, B> {}\nconst m = new Map<A, B>()\n',
      `${TYPE}Constructor Map requires 'new'`,
    ],
    ['const m = Map()\n', 'const m = new Map()\n', `${TYPE}Constructor Map requires 'new'`],
    ['const x = new Math.max(1, 2)\n', 'const x = Math.max(1, 2)\n', `${TYPE}Math.max is not a constructor`, 1],
    ['const a = new A(1)\n', null, `${TYPE}Class constructor A cannot be invoked without 'new'`],
  ]),
  ...casesOf('await-promise', [
    [
      'async function load() {}\nconst xs = load()\nxs.map(f)\n',
      'async function load() {}\nconst xs = await load()\nxs.map(f)\n',
      `${TYPE}xs.map is not a function`,
      3,
    ],
    [
      'async function load() {}\nload().map(f)\n',
      'async function load() {}\n(await load()).map(f)\n',
      `${TYPE}load(...).map is not a function`,
      2,
    ],
    [
      'async function load() {}\nfunction f() {\n  return load().x.y\n}\n',
      null,
      `${TYPE}Cannot read properties of undefined (reading 'y')`,
      3,
    ],
  ]),
  ...casesOf('keep-this', [
    [
      'class A {\n  f(xs) {\n    xs.forEach(function (x) {\n      this.go(x)\n    })\n  }\n}\n',
      'class A {\n  f(xs) {\n    xs.forEach((x) => {\n      this.go(x)\n    })\n  }\n}\n',
      `${TYPE}Cannot read properties of undefined (reading 'go')`,
      4,
      12,
    ],
    [
      'class A {\n  f() {\n    this.a.b()\n  }\n}\n',
      null,
      `${TYPE}Cannot read properties of undefined (reading 'b')`,
      3,
      12,
    ],
  ]),
  ...casesOf('spell-property', [
    [
      "const u = { address: { city: 'x' } }\nrun(u.adress.city)\n",
      "const u = { address: { city: 'x' } }\nrun(u.address.city)\n",
      `${TYPE}Cannot read properties of undefined (reading 'city')`,
      2,
      14,
    ],
    [
      'run(Math.pi.toFixed(2))\n',
      'run(Math.PI.toFixed(2))\n',
      `${TYPE}Cannot read properties of undefined (reading 'toFixed')`,
      1,
      13,
    ],
    [
      'run(Number.MAX_SAFE_INT.toString())\n',
      'run(Number.MAX_SAFE_INTEGER.toString())\n',
      `${TYPE}Cannot read properties of undefined (reading 'toString')`,
      1,
      25,
    ],
    ['run(u.address.city)\n', null, `${TYPE}Cannot read properties of undefined (reading 'city')`, 1, 15],
  ]),
  ...casesOf('optional-chain', [
    [
      "run(u.address.city ?? 'none')\n",
      "run(u.address?.city ?? 'none')\n",
      `${TYPE}Cannot read properties of undefined (reading 'city')`,
      1,
      15,
    ],
    ['run(u.address.city)\n', null, `${TYPE}Cannot read properties of undefined (reading 'city')`, 1, 15],
  ]),
  ...casesOf('loop-over-values', [
    [
      'const xs = [1]\nfor (const x in xs) run(x.y.z)\n',
      'const xs = [1]\nfor (const x of xs) run(x.y.z)\n',
      `${TYPE}Cannot read properties of undefined (reading 'z')`,
      2,
    ],
    ['for (const k in o) run(o[k].y.z)\n', null, `${TYPE}Cannot read properties of undefined (reading 'z')`, 1],
  ]),
  ...casesOf('bigint-literal', [
    [
      'const a = 2n ** 64n + 1\n',
      'const a = 2n ** 64n + 1n\n',
      `${TYPE}Cannot mix BigInt and other types, use explicit conversions`,
      1,
    ],
    ['const a = b + 0.5\n', null, `${TYPE}Cannot mix BigInt and other types, use explicit conversions`, 1],
  ]),
]
