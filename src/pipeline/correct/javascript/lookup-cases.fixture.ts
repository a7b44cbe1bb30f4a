import { casesOf, type RepairCase } from './repair-case.fixture.ts'

const read = (member: string) => `TypeError: Cannot read properties of undefined (reading '${member}')`
const JSON_ERROR = `SyntaxError: Expected property name or '}' in JSON at position 1 (line 1 column 2)`

/** Programs that ask for a value where there is none, though it stands nearby. */
export const lookupCases: RepairCase[] = [
  ...casesOf('iterate-entries', [
    [
      'for (const [k, v] of o) go(k)\n',
      'for (const [k, v] of Object.entries(o)) go(k)\n',
      `TypeError: o is not iterable`,
      1,
    ],
    ['o.map(([k, v]) => k)\n', 'Object.entries(o).map(([k, v]) => k)\n', `TypeError: o.map is not a function`, 1],
    [
      'const o = { a: 1 }\no.forEach((v, k) => go(k, v))\n',
      'const o = { a: 1 }\nObject.entries(o).forEach(([k, v]) => go(k, v))\n',
      `TypeError: o.forEach is not a function`,
      2,
    ],
    [
      'const o = { a: 1 }\no.map(v => v * 2)\n',
      'const o = { a: 1 }\nObject.values(o).map(v => v * 2)\n',
      `TypeError: o.map is not a function`,
      2,
    ],
    [
      'const o = { a: 1 }\no.forEach((key) => go(o[key]))\n',
      'const o = { a: 1 }\nObject.keys(o).forEach((key) => go(o[key]))\n',
      `TypeError: o.forEach is not a function`,
      2,
    ],
    [
      'const o = { a: 1 }\nconst t = o.reduce((s, n) => s + n, 0)\n',
      'const o = { a: 1 }\nconst t = Object.values(o).reduce((s, n) => s + n, 0)\n',
      'TypeError: o.reduce is not a function',
      2,
    ],
    [
      'const o = { a: 1 }\nfor (const k of o) go(o[k])\n',
      'const o = { a: 1 }\nfor (const k in o) go(o[k])\n',
      'TypeError: o is not iterable',
      2,
    ],
    [
      'for (const [k, v] of m.entries) go(k)\n',
      'for (const [k, v] of m.entries()) go(k)\n',
      'TypeError: m.entries is not iterable',
      1,
    ],
    ['const o = { xs: [1], n: 1 }\no.forEach((v) => go(v))\n', null, 'TypeError: o.forEach is not a function', 2],
    ['const o = { a: 1 }\no.forEach((a, b) => go(a))\n', null, `TypeError: o.forEach is not a function`, 2],
    ['const o = { a: 1 }\nrun(o.filter(v => v > 1))\n', null, `TypeError: o.filter is not a function`, 2],
    ['o.map(v => v * 2)\n', null, `TypeError: o.map is not a function`, 1],
    ['for (const x of o) go(x)\n', null, `TypeError: o is not iterable`, 1],
  ]),
  ...casesOf('begin-entry', [
    [
      'const g = {};\nfor (const [n, t] of xs) {\n  g[t].push(n);\n}\n',
      'const g = {};\nfor (const [n, t] of xs) {\n  (g[t] ??= []).push(n);\n}\n',
      read('push'),
      3,
    ],
    ['const g = {}\nrun()\ng[t].add(n)\n', 'const g = {}\nrun()\n;(g[t] ??= new Set()).add(n)\n', read('add'), 3],
    ['const g = {}\ng[t].push(n)\n', 'const g = {}\n;(g[t] ??= []).push(n)\n', read('push'), 2],
    [
      'const g = {}\nfor (const t of ts)\n  g[t].push(1)\n',
      'const g = {}\nfor (const t of ts)\n  (g[t] ??= []).push(1)\n',
      read('push'),
      3,
    ],
    [
      'const c = {};\nc[a][b] = 1;\n',
      'const c = {};\n(c[a] ??= {})[b] = 1;\n',
      `TypeError: Cannot set properties of undefined (setting 'x')`,
      2,
    ],
    [
      'const g = [];\nfor (let i = 0; i < 2; i++) {\n  g[i][0] = 1;\n}\n',
      'const g = [];\nfor (let i = 0; i < 2; i++) {\n  (g[i] ??= [])[0] = 1;\n}\n',
      `TypeError: Cannot set properties of undefined (setting '0')`,
      3,
    ],
    // The program begins entries, but not this one.
    ['const g = {};\ng[a] = [];\ng[t].push(1);\n', null, read('push'), 3],
    // A function may have put entries there, under other keys.
    ['const g = {};\nload(g);\ng[t].push(1);\n', null, read('push'), 3],
    // A grid has lists in it.
    ['const g = {};\ng[y][x] = 1;\n', null, `TypeError: Cannot set properties of undefined (setting '0')`, 2],
    ['const g = { a: [] };\ng[t].push(1);\n', null, read('push'), 2],
    ['const g = {};\nload(g);\ng[t].name.push(1);\n', null, read('name'), 3],
  ]),
  ...casesOf('loop-bound', [
    [
      'for (let i = 0; i <= xs.length; i++) {\n  run(xs[i].name)\n}\n',
      'for (let i = 0; i < xs.length; i++) {\n  run(xs[i].name)\n}\n',
      read('name'),
      2,
    ],
    ['for (let i = 1; i <= xs.length; i++) run(xs[i - 1].name)\n', null, read('name'), 1],
    ['for (let i = 0; i <= xs.length; i++) run(ys[i].name)\n', null, read('name'), 1],
  ]),
  ...casesOf('map-entry', [
    [
      "const m = new Map()\nm['a'] = 1 + f(2)\nrun(m.get('a').toFixed(0))\n",
      "const m = new Map()\nm.set('a', 1 + f(2))\nrun(m.get('a').toFixed(0))\n",
      read('toFixed'),
      3,
    ],
    ["const m = new Map()\nm['a'] += 1\nrun(m.get('a').toFixed(0))\n", null, read('toFixed'), 3],
    ["const m = {}\nm['a'] = 1\nrun(m.get('a').toFixed(0))\n", null, read('toFixed'), 3],
  ]),
  ...casesOf('spell-key', [
    [
      "const u = { name: 'Ada' };\nconst { nme } = u;\nrun(nme.trim());\n",
      "const u = { name: 'Ada' };\nconst { name: nme } = u;\nrun(nme.trim());\n",
      read('trim'),
      3,
    ],
    ["const u = { name: 'Ada', ...v };\nconst { nme } = u;\nrun(nme.trim());\n", null, read('trim'), 3],
    ["const u = { name: 'Ada' };\nconst { nme } = u;\nrun(other.trim());\n", null, read('trim'), 3],
  ]),
  ...casesOf('static-call', [
    [
      'class M {\n  static twice(n) { return 2 * n }\n}\nconst m = new M()\nrun(m.twice(4))\n',
      'class M {\n  static twice(n) { return 2 * n }\n}\nconst m = new M()\nrun(M.twice(4))\n',
      'TypeError: m.twice is not a function',
      5,
    ],
    [
      'class M {\n  static twice(n) { return 2 * n }\n  four(n) { return this.twice(n) * 2 }\n}\n',
      'class M {\n  static twice(n) { return 2 * n }\n  four(n) { return M.twice(n) * 2 }\n}\n',
      'TypeError: this.twice is not a function',
      3,
    ],
    [
      'class M {\n  static twice() { return 2 * this.n }\n}\nconst m = new M()\nrun(m.twice())\n',
      null,
      'TypeError: m.twice is not a function',
      5,
    ],
  ]),
  ...casesOf('return-value', [
    [
      'const s = xs.reduce((a, b) => { a + b }, 0)\nrun(s.toFixed(1))\n',
      'const s = xs.reduce((a, b) => { return a + b }, 0)\nrun(s.toFixed(1))\n',
      read('toFixed'),
      2,
    ],
    [
      'const s = xs.map(x => { name: x.name })\nrun(s[0].name)\n',
      'const s = xs.map(x => ({ name: x.name }))\nrun(s[0].name)\n',
      read('name'),
      2,
    ],
    [
      'const s = xs.map(x => { name: x.name, age: 3 })\n',
      'const s = xs.map(x => ({ name: x.name, age: 3 }))\n',
      "SyntaxError: Unexpected token ':'",
      1,
    ],
    ['xs.map((x) => { console.log(x) })\n', null, read('name'), 1],
    ['xs.map((x) => { go(x) })\n', null, read('name'), 1],
    ['xs.forEach((x) => { x + 1 })\n', null, read('name'), 1],
    ['xs.reduce((a, b) => { a = a + b }, 0)\n', null, read('name'), 1],
    ['xs.map((x) => { return x + 1 })\n', null, read('name'), 1],
  ]),
  ...casesOf('literal-json', [
    [
      `const o = JSON.parse("{'name': 'Ada', 'ok': True, 'xs': [1, 2,]}");\n`,
      `const o = JSON.parse('{"name": "Ada", "ok": true, "xs": [1, 2]}');\n`,
      JSON_ERROR,
      1,
    ],
    [
      "const text = `{name: 'Ada'}`;\nconst o = JSON.parse(text);\n",
      'const text = `{"name": "Ada"}`;\nconst o = JSON.parse(text);\n',
      JSON_ERROR,
      2,
    ],
    ['const o = JSON.parse("{name: Ada}");\n', null, JSON_ERROR, 1],
    ['const o = JSON.parse(\'{"a": 1\');\n', null, JSON_ERROR, 1],
    ['const o = JSON.parse(load());\n', null, JSON_ERROR, 1],
  ]),
  ...casesOf('begin-map-entry', [
    [
      'const g = new Map();\nfor (const [a, b] of xs) {\n  g.get(a).push(b);\n}\n',
      'const g = new Map();\nfor (const [a, b] of xs) {\n  if (!g.has(a)) g.set(a, []);\n  g.get(a).push(b);\n}\n',
      read('push'),
      3,
    ],
    ['const g = new Map();\ng.set(1, []);\ng.get(2).push(1);\n', null, read('push'), 3],
    ['const g = new Map();\nif (b)\n  g.get(2).push(1);\n', null, read('push'), 3],
    ['const g = new Map();\ng.get(next()).push(1);\n', null, read('push'), 2],
  ]),
  ...casesOf('object-as-map', [
    [
      "const m = {};\nm.set('a', 1);\nrun(m.get('a'));\n",
      "const m = new Map();\nm.set('a', 1);\nrun(m.get('a'));\n",
      'TypeError: m.set is not a function',
      2,
    ],
    ['const s = {}\ns.add(1)\n', 'const s = new Set()\ns.add(1)\n', 'TypeError: s.add is not a function', 2],
    ['const m = {};\nm.set(1, 2);\nm.a = 3;\n', null, 'TypeError: m.set is not a function', 2],
    ['const m = {};\nm.set(1, 2);\nsave(m);\n', null, 'TypeError: m.set is not a function', 2],
  ]),
  ...casesOf('parsed-value', [
    [
      'const o = { a: 1 }\nconst p = JSON.parse(o)\n',
      'const o = { a: 1 }\nconst p = o\n',
      'SyntaxError: "[object Object]" is not valid JSON',
      2,
    ],
    ['const p = JSON.parse(load())\n', null, 'SyntaxError: "[object Object]" is not valid JSON', 1],
    ['const p = JSON.parse(o)\n', null, 'SyntaxError: Unexpected end of JSON input', 1],
  ]),
]
