import { casesOf, type RepairCase } from './repair-case.fixture.ts'

const REFERENCE = 'ReferenceError: '

/** Programs that lost the line with the first value of a variable. */
export const lostStartCases: RepairCase[] = casesOf('lost-start', [
  [
    'for (const x of xs) total += x;\nrun(total);\n',
    'let total = 0;\nfor (const x of xs) total += x;\nrun(total);\n',
    `${REFERENCE}total is not defined`,
    1,
  ],
  [
    'function f(xs) {\n  xs.forEach((x) => {\n    if (x) out.push(x)\n  })\n  return out\n}\nf([1])\n',
    'function f(xs) {\n  const out = []\n  xs.forEach((x) => {\n    if (x) out.push(x)\n  })\n  return out\n}\nf([1])\n',
    `${REFERENCE}out is not defined`,
    3,
  ],
  [
    'for (const row of xs) {\n  for (const x of row) {\n    s += x * 2\n  }\n  run(s)\n}\n',
    'for (const row of xs) {\n  let s = 0\n  for (const x of row) {\n    s += x * 2\n  }\n  run(s)\n}\n',
    `${REFERENCE}s is not defined`,
    3,
  ],
  [
    "while (n > 0) {\n  if (n % 2) out += '-'\n  n--\n}\nrun(out)\n",
    "let out = ''\nwhile (n > 0) {\n  if (n % 2) out += '-'\n  n--\n}\nrun(out)\n",
    `${REFERENCE}out is not defined`,
    2,
  ],
  [
    'for (const w of ws) {\n  counts[w] = (counts[w] || 0) + 1\n}\nrun(counts)\n',
    'const counts = {}\nfor (const w of ws) {\n  counts[w] = (counts[w] || 0) + 1\n}\nrun(counts)\n',
    `${REFERENCE}counts is not defined`,
    2,
  ],
  ['for (const x of xs) {\n  n += x.length\n  run(n)\n}\n', null, `${REFERENCE}n is not defined`, 2],
  ['for (const k of ks) out[k] = out[k + 1]\nrun(out)\n', null, `${REFERENCE}out is not defined`, 1],
  [
    'while (n > 0) {\n  t += n % 10\n  n--\n}\nrun(t.toString(2))\n',
    'let t = 0\nwhile (n > 0) {\n  t += n % 10\n  n--\n}\nrun(t.toString(2))\n',
    `${REFERENCE}t is not defined`,
    2,
  ],
  [
    "for (const x of xs) {\n  if (x) t = t + ' '\n  t = x + t\n}\nrun(t)\n",
    "let t = ''\nfor (const x of xs) {\n  if (x) t = t + ' '\n  t = x + t\n}\nrun(t)\n",
    `${REFERENCE}t is not defined`,
    2,
  ],
  ['for (const x of xs) run(out[x])\n', null, `${REFERENCE}out is not defined`, 1],
  ['for (const x of xs) out.shift()\n', null, `${REFERENCE}out is not defined`, 1],
  ['const result = []\nfor (const x of xs) out.push(x)\nrun(out)\n', null, `${REFERENCE}out is not defined`, 2],
  [
    'function f() {\n  out.push(1)\n}\nfunction g() {\n  return out\n}\nf()\n',
    null,
    `${REFERENCE}out is not defined`,
    2,
  ],
])
