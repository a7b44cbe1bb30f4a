import type { RuleSamples } from '../samples.fixture.ts'

export const practiceSamples: RuleSamples = {
  'javascript/loose-equality': {
    found: ['const a = "1"\nconsole.log(⟦a == 1⟧)\n', 'const a = 1\nconsole.log(⟦typeof a != "string"⟧)\n'],
    clean: ['const a = 1\nconsole.log(a === 1, a == null, null != a)\n'],
  },
  'javascript/self-comparison': {
    found: ['const a = NaN\nconsole.log(⟦a === a⟧)\n'],
    clean: ['const a = 1, b = 1\nconsole.log(a === b)\n'],
  },
  'javascript/assignment-in-condition': {
    found: ['let a = 1\nif (⟦a = 2⟧) console.log(a)\n'],
    clean: [
      'let match\nif ((match = /a/.exec("a"))) console.log(match[0])\n',
      'let a\nwhile ((a = [].pop())) console.log(a)\n',
    ],
  },
  'javascript/var': {
    found: [
      '⟦var⟧ a = 1\nconsole.log(a)\n',
      'for (const x of [1]) {\n  ⟦var⟧ a = x\n}\nconsole.log(a)\n',
      'const all = []\nfor (⟦var⟧ i = 0; i < 2; i++) all.push(() => i)\nconsole.log(all.map((one) => one()))\n',
      'function f() {\n  ⟦var⟧ a = 1\n  a += 1\n  return a\n}\nconsole.log(f())\n',
    ],
    clean: ['const a = 1\nconsole.log(a)\n'],
  },
  'javascript/prefer-const': {
    found: ['⟦let⟧ a = 1\nconsole.log(a)\n', '⟦let⟧ { a, b } = { a: 1, b: 2 }\nconsole.log(a, b)\n'],
    clean: [
      'let a = 1\na += 1\nconsole.log(a)\n',
      'let a\na = 1\nconsole.log(a)\n',
      'for (let i = 0; i < 2; i++) console.log(i)\n',
      'let a = 1, b = 2\n;[a, b] = [b, a]\nconsole.log(a, b)\n',
      'let a = 1\nconst f = () => {\n  a = 2\n}\nf()\nconsole.log(a)\n',
    ],
  },
  'javascript/unused-variable': {
    found: ['const ⟦a⟧ = 1\nconsole.log(2)\n', 'function f() {\n  let ⟦a⟧ = 1\n  a = 2\n}\nf()\n'],
    clean: [
      'export const a = 1\n',
      'const a = 1\nconsole.log({ a })\n',
      'const { a, ...rest } = { a: 1, b: 2 }\nconsole.log(rest)\n',
      'function main() {}\nconst other = () => 1\n',
      'const _a = 1\n',
      'const a = 1\nconsole.log(`${a}`)\n',
      'const Row = () => 1\nconsole.log(<Row a="b" />)\n',
      'const a = 1\nexport { a as b }\n',
    ],
  },
  'javascript/unused-import': {
    found: [
      "import ⟦fs⟧ from 'node:fs'\nconsole.log(1)\n",
      "import { sep, ⟦join⟧ } from 'node:path'\nconsole.log(sep)\n",
      "import { ⟦join⟧, sep } from 'node:path'\nconsole.log(sep)\n",
    ],
    clean: [
      "import fs from 'node:fs'\nconsole.log(fs.constants)\n",
      "import 'node:fs'\n",
      "import React from 'react'\nexport default <a />\n",
    ],
  },
  'javascript/floating-promise': {
    found: [
      'async function save() {\n  await 1\n}\nasync function main() {\n  ⟦save()⟧\n  console.log("saved")\n}\nawait main()\n',
    ],
    clean: [
      'async function save() {\n  await 1\n}\nasync function main() {\n  await save()\n  void save()\n  save().catch(console.error)\n}\nawait main()\n',
      'async function main() {\n  await 1\n}\nmain()\n',
    ],
  },
  'javascript/async-for-each': {
    found: ['const rows = [1]\nrows.forEach(⟦async (row) => ⟧{\n  console.log(await row)\n})\n'],
    clean: [
      'const rows = [1]\nrows.forEach((row) => {\n  console.log(row)\n})\nawait Promise.all(rows.map(async (row) => await row))\n',
    ],
  },
  'javascript/async-without-await': {
    found: ['⟦async⟧ function f() {\n  return 1\n}\nconsole.log(await f())\n'],
    clean: [
      'async function f() {\n  return await 1\n}\nconsole.log(await f())\n',
      'async function f() {\n  return fetch("a")\n}\nconsole.log(f)\n',
      'async function f() {}\nconsole.log(f)\n',
    ],
  },
  'javascript/parse-int-without-radix': {
    found: ['console.log(⟦parseInt("12")⟧)\n'],
    clean: ['console.log(parseInt("12", 10))\n'],
  },
  'javascript/array-constructor': {
    found: ['const a = ⟦new Array(3)⟧\nconsole.log(a)\n'],
    clean: ['console.log(new Array(3).fill(0), [...new Array(2)], Array.from({ length: 2 }))\n'],
  },
  'javascript/empty-catch': {
    found: ['try {\n  console.log(1)\n} ⟦catch (error) {}⟧\n'],
    clean: ['try {\n  console.log(1)\n} catch {\n  // It may be gone already.\n}\n'],
  },
  'javascript/fallthrough': {
    found: ['switch (1) {\n  case 1:\n    console.log(1)\n  ⟦case 2:⟧\n    console.log(2)\n}\n'],
    clean: [
      'switch (1) {\n  case 0:\n  case 1:\n    console.log(1)\n    break\n  case 2: {\n    break\n  }\n  default:\n    console.log(3)\n}\n',
      'switch (1) {\n  case 1:\n    console.log(1)\n  // falls through\n  case 2:\n    console.log(2)\n}\n',
    ],
  },
  'javascript/duplicate-case': {
    found: ['switch (1) {\n  case 1:\n    break\n  ⟦case 1:⟧\n    break\n}\n'],
    clean: ['switch (1) {\n  case 1:\n    break\n  case 2:\n    break\n}\n'],
  },
  'javascript/duplicate-key': {
    found: ['console.log({ a: 1, ⟦a⟧: 2 })\n', "console.log({ a: 1, ⟦'a'⟧: 2 })\n"],
    clean: [
      'const a = "b"\nconsole.log({ a: 1, [a]: 2, get c() {\n    return 1\n  }, set c(value) {\n    console.log(value)\n  } })\n',
    ],
  },
  'javascript/shadowed-name': {
    found: ['function f(value) {\n  if (value) {\n    const ⟦value⟧ = 2\n    console.log(value)\n  }\n}\nf(1)\n'],
    clean: ['const value = 1\nfunction f() {\n  const value = 2\n  return value\n}\nconsole.log(value, f())\n'],
  },
  'javascript/nested-callbacks': {
    found: [
      'a((one) => {\n  b((two) => {\n    c((three) => {\n      d(⟦(four) => ⟧{\n        console.log(one, two, three, four)\n      })\n    })\n  })\n})\n',
    ],
    clean: ['a((one) => {\n  b((two) => {\n    console.log([1].map((x) => [x].map((y) => y + one + two)))\n  })\n})\n'],
  },
  'javascript/for-in-array': {
    found: ['const rows = [1]\nfor ⟦(const at in rows)⟧ console.log(at)\n'],
    clean: [
      'const row = { a: 1 }\nfor (const key in row) console.log(key)\n',
      'const show = (headers) => {\n  for (const name in headers) console.log(name)\n}\nshow({ a: 1 })\n',
    ],
  },
}

/** Samples that are read as TypeScript. */
export const typescriptSamples: RuleSamples = {
  'typescript/any': {
    found: ['const a: ⟦any⟧ = 1\nconsole.log(a as ⟦any⟧)\n'],
    clean: ['const any: unknown = 1\nconsole.log(any)\n'],
  },
  'typescript/non-null-chain': {
    found: ['const a: { b?: { c?: number } } = {}\nconsole.log(⟦a.b!.c!⟧)\n'],
    clean: ['const a: { b?: number } = {}\nconsole.log(a.b!)\n'],
  },
  'javascript/unused-import': {
    found: ["import type { ⟦Stats⟧ } from 'node:fs'\nconsole.log(1)\n"],
    clean: [
      "import type { Stats } from 'node:fs'\nexport const size = (stats: Stats): number => stats.size\n",
      "import type { Stats } from 'node:fs'\nexport const has = (rows: unknown[]) => rows.filter((row): row is Stats => row !== 1)\n",
      "import type { Stats } from 'node:fs'\nexport async function f(): Promise<Stats> {\n  const { Stats } = await import('node:fs')\n  return new Stats()\n}\n",
    ],
  },
  'javascript/unused-variable': {
    found: [],
    clean: [
      'enum Color {\n  Red,\n}\ntype Name = string\nexport const a = (name: Name): Color => (name ? Color.Red : Color.Red)\n',
    ],
  },
}
