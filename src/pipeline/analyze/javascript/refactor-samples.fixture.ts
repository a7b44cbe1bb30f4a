import type { RuleSamples } from '../samples.fixture.ts'

/** The programs print, so that a test sees whether a fix keeps their behaviour. */
export const refactorSamples: RuleSamples = {
  'javascript/unreachable-code': {
    found: ['function f() {\n  return 1\n  ⟦console.log(2)\n  console.log(3)⟧\n}\nconsole.log(f())\n'],
    clean: [
      'function f() {\n  return g()\n  function g() {\n    return 1\n  }\n}\nconsole.log(f())\n',
      'function f(x) {\n  if (x) return 1\n  return 2\n}\nconsole.log(f(0))\n',
    ],
  },
  'javascript/else-after-return': {
    found: [
      'function f(x) {\n  if (x) {\n    return 1\n  } ⟦else⟧ {\n    console.log(2)\n\n    return 2\n  }\n}\nconsole.log(f(0), f(1))\n',
      'function f(x) {\n  if (x) return 1\n  ⟦else⟧ {\n    return 2\n  }\n}\nconsole.log(f(0), f(1))\n',
    ],
    clean: [
      'function f(x) {\n  if (x) {\n    console.log(1)\n  } else {\n    return 2\n  }\n}\nconsole.log(f(0))\n',
      'function f(x) {\n  if (x) {\n    return 1\n  }\n  return 2\n}\nconsole.log(f(0))\n',
    ],
  },
  'javascript/nested-if': {
    found: [
      'const a = 1, b = 0, c = 2\n⟦if (a) {\n  if (b || c)⟧ {\n    console.log(1)\n  }\n}\n',
      'const a = 1, b = 0\n⟦if (a > 0) {\n  if (!b)⟧ {\n    console.log(1)\n  }\n}\n',
    ],
    clean: [
      'const a = 1, b = 2\nif (a) {\n  if (b) {\n    console.log(1)\n  }\n  console.log(2)\n}\n',
      'const a = 1, b = 0\nif (a) {\n  if (b) {\n    console.log(1)\n  } else {\n    console.log(2)\n  }\n}\n',
    ],
  },
  'javascript/optional-chaining': {
    found: [
      'for (const user of [{ name: { first: "a" } }, {}, undefined]) {\n  if (⟦user && user.name && user.name.first⟧) console.log(1)\n}\n',
      'const list = ["a"]\nif (⟦list && list.includes("a")⟧) console.log(1)\n',
    ],
    clean: [
      'const user = { name: 1 }\nconst name = user && user.name\nconsole.log(name)\n',
      'const a = 1, b = { c: 1 }\nif (a && b.c) console.log(1)\n',
      'const ab = 1, a = 1\nif (a && ab) console.log(1)\n',
    ],
  },
  'javascript/template-literal': {
    found: [
      'const count = 3, rows = [1]\nconsole.log(⟦"found " + count + " files in \\"" + rows.length + "\\"\\n"⟧)\n',
    ],
    clean: ['const a = 1, b = 2\nconsole.log(a + b + " sum", "a" + a, "$" + a + "`")\n'],
  },
  'javascript/arrow-callback': {
    found: [
      'console.log([1, 2].map(⟦function (x)⟧ {\n  return x * 2\n}))\n',
      'setTimeout(⟦async function ()⟧ {\n  console.log(await 1)\n}, 0)\n',
    ],
    clean: [
      'console.log([1].map(function (x) {\n  return this.y + x\n}, { y: 1 }))\n',
      'console.log([1].map(function twice(x) {\n  return x > 3 ? x : twice(x + 1)\n}))\n',
      'console.log([1].map((x) => x))\n',
    ],
  },
  'javascript/map-instead-of-push': {
    found: [
      'const rows = [1, 2]\nconst twice = []\n⟦for (const row of rows) {\n  twice.push(row * 2)\n}⟧\nconsole.log(twice)\n',
      'const rows = [1, 2]\nconst boxes = []\n⟦for (const row of rows) {\n  boxes.push({ row })\n}⟧\nconsole.log(boxes)\n',
    ],
    clean: [
      'const rows = new Set([1])\nconst twice = []\nfor (const row of rows) {\n  twice.push(row * 2)\n}\nconsole.log(twice)\n',
      'const rows = [1]\nconst all = []\nfor (const row of rows) {\n  all.push(all.length + row)\n}\nconsole.log(all)\n',
    ],
  },
  'javascript/destructuring': {
    found: ['const point = { x: 1, y: 2 }\n⟦const x = point.x;\nconst y = point.y;⟧\nconsole.log(x, y)\n'],
    clean: ['const point = { x: 1, y: 2 }\nconst x = point.x\nconst z = point.y\nconsole.log(x, z)\n'],
  },
}
