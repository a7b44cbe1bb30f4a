import type { RuleSamples } from '../samples.fixture.ts'

export const performanceSamples: RuleSamples = {
  'javascript/array-search-in-loop': {
    found: [
      'const seen = []\nfor (const word of ["a", "b", "a"]) {\n  if (!⟦seen.includes(word)⟧) seen.push(word)\n}\nconsole.log(seen)\n',
      'const common = (one, others) => one.filter((item) => ⟦others.includes(item)⟧)\nconsole.log(common([1], [1]))\n',
      'const users = load()\nconst names = orders.map((order) => ⟦users.find((user) => user.id === order.user)⟧)\nconsole.log(names)\n',
    ],
    clean: [
      'const seen = new Set()\nfor (const word of ["a"]) if (!seen.has(word)) seen.add(word)\n',
      'const vowels = ["a", "e"]\nconsole.log([..."abc"].filter((letter) => vowels.includes(letter)))\n',
      'for (const word of ["abc"]) console.log(word.includes("a"))\n',
      'const seen = [1, 2]\nconsole.log(seen.includes(1))\n',
      'const has = (text, words) => words.filter((word) => text.includes(word))\nconsole.log(has("ab", ["a"]))\n',
    ],
  },
  'javascript/front-of-array': {
    found: ['const queue = [1, 2, 3]\nwhile (queue.length > 0) console.log(⟦queue.shift()⟧)\n'],
    clean: [
      'const queue = [1, 2, 3]\nwhile (queue.length > 0) console.log(queue.pop())\n',
      'const queue = [1]\nconsole.log(queue.shift())\n',
    ],
  },
  'javascript/regex-in-loop': {
    found: ['for (const word of ["a1"]) console.log(⟦new RegExp("[0-9]")⟧.test(word))\n'],
    clean: [
      'for (const word of ["a"]) console.log(new RegExp(word).test("a"))\n',
      'console.log(new RegExp("a").test("a"))\n',
    ],
  },
  'javascript/selector-in-loop': {
    found: ['for (const row of rows) {\n  ⟦document.querySelector("#list")⟧.append(row)\n}\n'],
    clean: ['for (const id of ids) document.querySelector(id).remove()\n'],
  },
  'javascript/file-read-in-loop': {
    found: [
      'import { readFileSync } from "node:fs"\nfor (const word of words) console.log(⟦readFileSync("list.txt", "utf8")⟧.includes(word))\n',
    ],
    clean: [
      'import { readFileSync } from "node:fs"\nfor (const path of paths) console.log(readFileSync(path, "utf8"))\n',
    ],
  },
  'javascript/query-in-loop': {
    found: [
      'async function load(db, ids) {\n  for (const id of ids) console.log(await ⟦db.query("SELECT 1 WHERE id = $1", [id])⟧)\n}\nload()\n',
    ],
    clean: [
      'async function load(db, ids) {\n  console.log(await db.query("SELECT 1 WHERE id = ANY($1)", [ids]))\n}\nload()\n',
    ],
  },
  'javascript/sort-in-loop': {
    found: [
      'const scores = []\nfor (const score of [2, 1]) {\n  scores.push(score)\n  ⟦scores.sort()⟧\n}\nconsole.log(scores)\n',
    ],
    clean: ['for (const row of [[2, 1]]) console.log(row.sort())\n'],
  },
  'javascript/spread-in-reduce': {
    found: [
      'console.log(["a", "b"].reduce((all, key) => (⟦{ ...all, [key]: 1 }⟧), {}))\n',
      'console.log([1, 2].reduce((all, one) => {\n  return ⟦[...all, one]⟧\n}, []))\n',
    ],
    clean: [
      'console.log([1, 2].reduce((sum, one) => sum + one, 0))\n',
      'console.log([{ a: 1 }].map((row) => ({ ...row, b: 2 })))\n',
    ],
  },
  'javascript/copy-in-loop': {
    found: [
      'let all = []\nfor (const part of [[1], [2]]) ⟦all = all.concat(part)⟧\nconsole.log(all)\n',
      'let all = {}\nfor (const key of ["a"]) {\n  ⟦all = { ...all, [key]: 1 }⟧\n}\nconsole.log(all)\n',
    ],
    clean: [
      'let row = { a: 1 }\nfor (const b of [1]) row = { ...row, b }\nconsole.log(row)\n',
      'let all = [1]\nall = [...all, 2]\nconsole.log(all)\n',
      'const all = []\nfor (const part of [1]) all.push(part)\nconsole.log(all)\n',
    ],
  },
  'javascript/await-in-loop': {
    found: [
      'async function load(urls) {\n  for (let i = 0; i < urls.length; i++) {\n    const answer = ⟦await fetch(urls[i])⟧\n    console.log(answer)\n  }\n}\nload([])\n',
      'async function load(urls) {\n  for (const url of urls) {\n    ⟦await fetch(url)⟧\n  }\n}\nload([])\n',
    ],
    clean: [
      'async function load(urls) {\n  let last\n  for (const url of urls) {\n    last = await fetch(url, last)\n  }\n  return last\n}\nload([])\n',
      'async function save(rows) {\n  for (const row of rows) {\n    await write(row)\n  }\n}\nsave([])\n',
      'async function poll(tries) {\n  for (const wait of tries) {\n    await sleep(wait)\n  }\n}\npoll([])\n',
      'async function first(urls) {\n  for (const url of urls) {\n    const answer = await fetch(url)\n    if (answer.ok) return answer\n  }\n}\nfirst([])\n',
      'async function read(stream) {\n  for await (const part of stream) console.log(await part)\n}\nread([])\n',
    ],
  },
  'javascript/nested-loops': {
    found: [
      'const rows = [1, 2]\nfor (const one of rows) {\n  ⟦for (const other of rows)⟧ console.log(one, other)\n}\n',
      'for (let i = 0; i < rows.length; i++) {\n  ⟦for (let j = i; j < rows.length; j++)⟧ console.log(i, j)\n}\n',
    ],
    clean: ['for (const row of [[1]]) {\n  for (const cell of row) console.log(cell)\n}\n'],
  },
  'javascript/recursion-without-memory': {
    found: [
      'function fib(n) {\n  return n < 2 ? n : ⟦fib(n - 1) + fib(n - 2)⟧\n}\nconsole.log(fib(9))\n',
      'const fib = (n) => (n < 2 ? n : ⟦fib(n - 1) + fib(n - 2)⟧)\nconsole.log(fib(9))\n',
    ],
    clean: [
      'const memo = new Map()\nfunction fib(n) {\n  if (memo.has(n)) return memo.get(n)\n  const value = n < 2 ? n : fib(n - 1) + fib(n - 2)\n  memo.set(n, value)\n  return value\n}\nconsole.log(fib(9))\n',
      'const factorial = (n) => (n < 2 ? 1 : n * factorial(n - 1))\nconsole.log(factorial(5))\n',
    ],
  },
  'javascript/blocking-call': {
    found: [
      'import fs from "node:fs"\nexport async function load(path) {\n  await 1\n  return ⟦fs.readFileSync(path)⟧\n}\n',
      'app.get("/", (request, response) => response.send(⟦readFileSync("a")⟧))\n',
    ],
    clean: ['import fs from "node:fs"\nconsole.log(fs.readFileSync("a"))\n'],
  },
  'javascript/json-clone': {
    found: ['const copy = ⟦JSON.parse(JSON.stringify({ a: 1 }))⟧\nconsole.log(copy)\n'],
    clean: ['console.log(JSON.parse("{}"), structuredClone({ a: 1 }))\n'],
  },
}
