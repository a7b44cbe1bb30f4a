import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readProgram } from './read-program.ts'
import { samples } from './samples.fixture.ts'

function read(code: string, fileName = 'main.mjs') {
  const program = readProgram(code, fileName)
  if (!program) throw new Error('it does not parse')
  return program
}

/** Kinds of the parameters of the first function. */
const kindsIn = (code: string, fileName?: string) =>
  read(code, fileName).callables[0]?.parameters.map(({ shape }) => shape.kind)

describe('the parameter list of a function', () => {
  it.each([
    [
      'its annotations',
      'export function f(a: string, b?: number[], c: "x" | "y" = "x") {}',
      ['string', 'array', 'union'],
    ],
    [
      'interfaces of the file',
      'interface P { x: number; y?: string }\nexport const f = (p: P, q: Map<string, P>) => p',
      ['object', 'map'],
    ],
    ['enums and classes', 'enum E { A, B }\nclass C {}\nexport function f(e: E, c: C) {}', ['union', 'unknown']],
  ])('is recognised by %s', (_, code, kinds) => {
    const found = read(code, 'main.ts').callables.find(({ name }) => name === 'f')
    expect(found?.parameters.map(({ shape }) => shape.kind)).toEqual(
      kinds.map((kind) => (kind === 'unknown' ? 'instance' : kind)),
    )
  })

  it.each([
    ['its documentation', '/** @param {string[]} a @x */\nfunction f(a) {}', ['array']],
    ['its defaults', 'function f(a = 1, b = "x", { c = true } = {}) {}', ['integer', 'string', 'object']],
    [
      'its body',
      'function f(a, b, c, d) { return a.split(b).map((x) => x * c) && d() }',
      ['string', 'string', 'number', 'function'],
    ],
    ['loops over it', 'function f(q) { for (const { z } of q) z.trim() }', ['array']],
    [
      'its names',
      'function f(text, count, items, isOpen, callback) {}',
      ['string', 'integer', 'array', 'boolean', 'function'],
    ],
    ['calls of it', 'function f(q) { return q }\nconst given = { a: 1 }\nf(given)', ['object']],
  ])('is recognised by %s', (_, code, kinds) => {
    expect(kindsIn(code)).toEqual(kinds)
  })

  it('is read once where functions hand values to each other in a circle', () => {
    const { callables } = read('function a(q) { return b(q) }\nfunction b(q) { return q ? a(q.slice(1)) : q.trim() }')
    expect(callables.map(({ parameters }) => parameters[0]?.shape.kind)).toEqual(['string', 'string'])
  })
})

describe('a program', () => {
  it('has its functions wherever they are defined', () => {
    const module = read(
      'export default function a() {}\nexport const b = () => 1, c = { d() {} }\nclass E { static f() {} g() {} }',
    )
    expect(module.callables.map(({ name }) => name)).toEqual(['a', 'b', 'c.d', 'E', 'E.f'])
    expect([...module.exports]).toEqual([
      ['a', 'default'],
      ['b', 'b'],
      ['c', 'c'],
    ])
    const script = read(
      'module.exports = { a() {}, b: (x) => x, c }\nfunction c() {}\nexports.d = function () {}',
      'main.js',
    )
    expect(script.callables.map(({ name, expression }) => [name, expression])).toEqual([
      ['a', 'module.exports.a'],
      ['b', 'module.exports.b'],
      ['c', 'c'],
      ['d', 'module.exports.d'],
    ])
    expect(script.isCommonJs).toBe(true)
  })

  it('has a main part that is separate from its definitions', () => {
    const code = `const cache = new Map()
cache.set('a', 1)
const run = async () => cache.get('a')
run().catch(console.error)
if (require.main === module) run()
for (const each of [1, 2]) console.log(each)
`
    const { mainPart } = read(code, 'main.js')
    expect(mainPart.map(([start, end]) => code.slice(start, end))).toEqual([
      'run().catch(console.error)',
      'if (require.main === module) run()',
      'for (const each of [1, 2]) console.log(each)',
    ])
  })

  it('may have a main part that would disturb tests', () => {
    const code = `import { createServer } from 'node:http'
const server = createServer()
const stop = () => server.close()
server.listen(80)
console.log('ready')
stop()
if (import.meta.main) stop()
`
    const { restless } = read(code)
    expect(restless.map(([start, end]) => code.slice(start, end))).toEqual([
      'const server = createServer()',
      'server.listen(80)',
      'stop()',
    ])
  })

  it.each([
    "const lines = require('fs').readFileSync(0, 'utf8').split('\\n')\nconsole.log(lines.length)",
    "import readline from 'node:readline'\nconst rl = readline.createInterface({ input: process.stdin })\nrl.on('line', (line) => console.log(line))",
    "process.stdin.on('data', (text) => console.log(String(text).length))",
  ])('that reads its input gets no test of its output: %s', (code) => {
    const { isAsking, skipped } = read(code, 'main.js')
    expect(isAsking).toBe(true)
    expect(skipped).toContainEqual({ function: 'main.js', reason: 'its main part reads its input' })
  })

  it('says which functions work with the world outside, also through others', () => {
    const code = `import { readFileSync as load } from 'node:fs'
const a = () => load('x')
const b = () => a()
const c = () => fetch('http://x')
const d = (fs) => fs.length
`
    expect(read(code).skipped).toEqual([
      { function: 'a', reason: 'works with files' },
      { function: 'b', reason: 'works with files' },
      { function: 'c', reason: 'works with the network' },
    ])
  })
})

describe('any text', () => {
  const pieces = samples.flatMap(({ code }) => code.split(/(?<=[\s(){}[\];,])/))
  const text = fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string()), { maxLength: 60 }).map((all) => all.join(''))

  it('is read or refused, never thrown at', () => {
    fc.assert(fc.property(text, fc.constantFrom('a.js', 'a.mjs', 'a.ts'), (code, name) => void readProgram(code, name)))
  })

  it('may nest deeper than the stack', () => {
    expect(() => readProgram(`f(${'['.repeat(100_000)}`, 'a.js')).not.toThrow()
    expect(() => readProgram(`function f(a) { return ${'a + '.repeat(20_000)}1 }`, 'a.js')).not.toThrow()
  })
})
