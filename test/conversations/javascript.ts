import { type Conversation, fails, works } from './conversation.ts'

const PROBE = `
{
  const { readdirSync, lstatSync, readFileSync, readlinkSync } = require('node:fs')
  const { createHash } = require('node:crypto')
  const told = [total, items, table, pair[0] === items, Ada.greet(), typeof count === 'function' && count.seen, process.cwd()]
  console.log(JSON.stringify(told, (_, value) => (value instanceof Map ? [...value] : value)))
  console.log(Object.getOwnPropertyNames(globalThis).filter((name) => /^(total|items|table|pair|Ada|count|spoilt|late)$/.test(name)).sort().join())
  for (const path of readdirSync('/workspace', { recursive: true }).sort()) {
    const status = lstatSync('/workspace/' + path)
    const hash = status.isFile() ? createHash('sha256').update(readFileSync('/workspace/' + path)).digest('hex') : ''
    console.log(path, status.mode.toString(8), status.isSymbolicLink() ? readlinkSync('/workspace/' + path) : hash)
  }
}
`

const SPOIL = `total = -1; items.push('spoilt'); table.clear(); Ada.name = 'Eve'; globalThis.spoilt = 1; process.chdir('/tmp')
require('node:fs').writeFileSync('/workspace/a.txt', 'spoilt'); require('node:fs').mkdirSync('/workspace/new')
`

export const javascript: Conversation = {
  language: 'javascript',
  probe: PROBE,
  cells: [
    works(`let total = 41; const items = [1, { a: 2 }]; const table = new Map([['k', items]]); const pair = [items, items]
class Person { constructor(name) { this.name = name } greet() { return 'I am ' + this.name } }
var Ada = new Person('Ada'); function count() { return ++count.seen } count.seen = 0; count()`),
    fails(`${SPOIL}throw new Error('spoilt')`),
    works(`require('node:fs').writeFileSync('a.txt', 'one'); require('node:fs').symlinkSync('/etc/passwd', 'outside')`),
    fails(`${SPOIL}undefinedName.field`),
    works(`total += items.length; items[1].a = 3; count()`),
    fails(`${SPOIL}process.exit(3)`),
    fails(`${SPOIL}for (;;) {}`, { failsBy: 'timeout', timeoutMs: 500 }),
    works(`table.set('more', { deep: [table.size] })`),
    fails('let broken = ;'),
    works(`count(); total++`),
  ],
}
