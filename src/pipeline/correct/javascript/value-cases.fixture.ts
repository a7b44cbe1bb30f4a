import { casesOf, type RepairCase } from './repair-case.fixture.ts'

const TYPE = 'TypeError: '
const REFERENCE = 'ReferenceError: '
const MIXED = `${TYPE}Cannot mix BigInt and other types, use explicit conversions`

/** Programs that run into a value of another kind, or into none. */
export const valueCases: RepairCase[] = [
  ...casesOf('text-of-number', [
    [
      'if (order.id.startsWith("4")) go()\n',
      'if (String(order.id).startsWith("4")) go()\n',
      `${TYPE}order.id.startsWith is not a function`,
      1,
    ],
    ['(a * b).padStart(5)\n', 'String(a * b).padStart(5)\n', `${TYPE}(a * b).padStart is not a function`, 1],
    ['f(a, b).trim()\n', 'String(f(a, b)).trim()\n', `${TYPE}f(...).trim is not a function`, 1],
    ['run(price.toFixed(2))\n', 'run(Number(price).toFixed(2))\n', `${TYPE}price.toFixed is not a function`, 1],
    ['other.id.startsWith("4")\n', null, `${TYPE}order.id.startsWith is not a function`, 1],
  ]),
  ...casesOf('call-method', [
    ['names.slice.sort()\n', 'names.slice().sort()\n', `${TYPE}names.slice.sort is not a function`, 1],
    [
      'class Box { list() { return [1] } }\nnew Box().list.map(f)\n',
      'class Box { list() { return [1] } }\nnew Box().list().map(f)\n',
      `${TYPE}(intermediate value).list.map is not a function`,
      2,
    ],
    ['class Box { list(n) { return [n] } }\nbox.list.map(f)\n', null, `${TYPE}box.list.map is not a function`, 2],
  ]),
  ...casesOf('drop-call', [
    [
      'const q = [1]\nwhile (q.size() > 0) q.pop()\n',
      'const q = [1]\nwhile (q.length > 0) q.pop()\n',
      `${TYPE}q.size is not a function`,
      2,
    ],
    [
      'const s = new Set()\nrun(s.size())\n',
      'const s = new Set()\nrun(s.size)\n',
      `${TYPE}s.size is not a function`,
      2,
    ],
  ]),
  ...casesOf('bigint-literal', [
    ['const step = 2\nrun(big + step)\n', 'const step = 2\nrun(big + BigInt(step))\n', MIXED, 2],
    [
      'run(Math.max(a, b))\n',
      'run(Math.max(Number(a), Number(b)))\n',
      `${TYPE}Cannot convert a BigInt value to a number`,
      1,
    ],
    ['const a = 2n\nrun(a + f(b))\n', null, MIXED, 2],
  ]),
  ...casesOf('change-declaration', [
    [
      'const a = 1\nconst b = 2\n;[a, b] = [b, a]\n',
      'let a = 1\nlet b = 2\n;[a, b] = [b, a]\n',
      `${TYPE}Assignment to constant variable.`,
      3,
    ],
  ]),
  ...casesOf('spell-name', [['for (const p of prices) run(p)\n', null, `${REFERENCE}prices is not defined`, 1]]),
  ...casesOf('renamed-parameter', [
    [
      'function total(listOfPrices) {\n  for (const p of prices) run(p)\n}\n',
      'function total(listOfPrices) {\n  for (const p of listOfPrices) run(p)\n}\n',
      `${REFERENCE}prices is not defined`,
      2,
    ],
    [
      'const area = (w, h) => {\n  return width * height\n}\n',
      'const area = (w, h) => {\n  return w * height\n}\n',
      `${REFERENCE}width is not defined`,
      2,
    ],
    ['function f(a) {\n  return a + b\n}\n', null, `${REFERENCE}b is not defined`, 2],
    ['function f(a) {\n  return helper(1)\n}\n', null, `${REFERENCE}helper is not defined`, 2],
  ]),
  ...casesOf('rename-shadow', [
    [
      'function gcd(a, b) {}\nfunction f(x) {\n  const gcd = gcd(x, 2)\n  return gcd\n}\n',
      'function gcd(a, b) {}\nfunction f(x) {\n  const gcdValue = gcd(x, 2)\n  return gcdValue\n}\n',
      `${REFERENCE}Cannot access 'gcd' before initialization`,
      3,
    ],
    ['const n = n + 1\n', null, `${REFERENCE}Cannot access 'n' before initialization`, 1],
  ]),
]
