import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { undisturbed } from '../../sandbox/checks/host-pace.ts'
import { type KernelBench, openKernelBench } from '../kernel-bench.fixture.ts'

let javascript: KernelBench
let typescript: KernelBench
beforeAll(async () => {
  javascript = await openKernelBench('javascript')
  typescript = await openKernelBench('typescript')
})
afterAll(async () => {
  await javascript.destroy()
  await typescript.destroy()
})
const textOf = async (code: string) => (await javascript.value(code))?.['text/plain']

describe('a name that a JavaScript cell declares', () => {
  it.each(['const', 'let', 'var'])('by %s may be declared again in any other way', async (first) => {
    await javascript.run(`${first} again = 1`)
    for (const code of ['const again = 2', 'let again = 2', 'var again = 2', 'class again { static two = 2 }']) {
      expect((await javascript.run(code)).error).toBeUndefined()
    }
    expect(await textOf('function again() { return 3 }\nagain()')).toBe('3')
  })

  it('is new when a later let gives it no value', async () => {
    await javascript.run('let fresh = 1')
    expect(await textOf('let fresh\ntypeof fresh')).toBe("'undefined'")
  })

  it('by a pattern or as a class that continues on the next line is there afterwards', async () => {
    await javascript.run('const { a, b: [c] } = { a: 1, b: [2] }\nclass Point { x = 3 }\n[4].map((d) => d)')
    expect(await textOf('[a, c, new Point().x]')).toBe('[ 1, 2, 3 ]')
  })

  it('may have the name of a global that cannot be assigned', async () => {
    expect(await textOf('const navigator = { mine: 1 }\nnavigator')).toBe('{ mine: 1 }')
  })
})

describe('a JavaScript cell', () => {
  it.each([
    ['a default', "import fs from 'node:fs'\ntypeof fs.readFileSync", "'function'"],
    ['names', "import { join as glue, sep } from 'node:path'\nglue('a', 'b') + sep", "'a/b/'"],
    ['a whole module', "import * as os from 'node:os'\ntypeof os.EOL", "'string'"],
    ['both, over lines', "import path, {\n  join,\n} from 'node:path'\npath.join === join", 'true'],
    ['in the middle', "(await import('node:path')).sep", "'/'"],
    ['nothing inside of a text', '`import x from "y"`', '\'import x from "y"\''],
  ])('imports %s', async (_, code, text) => {
    expect(await textOf(code)).toBe(text)
  })

  it('imports and requires files of its directory', async () => {
    const write = "require('fs').writeFileSync('own.mjs', 'export const answer = 42; export default 1')\n"
    expect(await textOf(`${write}import { answer } from './own.mjs'\nanswer`)).toBe('42')
    expect(await textOf("require('./own.mjs').answer")).toBe('42')
  })

  it('names the export that a module lacks', async () => {
    const { error } = await javascript.run("import { nothing } from 'node:fs'")
    expect(error).toMatchObject({ name: 'SyntaxError', value: expect.stringContaining("'nothing'"), line: 1 })
  })

  it('may export as a module does', async () => {
    expect(await textOf('export const shared = 5\nexport function twice(x) { return 2 * x }')).toBeUndefined()
    expect(await textOf('export default twice(shared)')).toBe('10')
  })

  it.each([
    ['an object in braces', '{ one: 1 }', '{ one: 1 }'],
    ['what an await gives', 'await Promise.resolve([1])', '[ 1 ]'],
    ['a large integer', '2n ** 70n', '1180591620717411303424n'],
    ['a symbol', 'Symbol("s")', 'Symbol(s)'],
  ])('has a value: %s', async (_, code, text) => {
    expect(await textOf(code)).toBe(text)
  })

  it('gives plain data as JSON and other values as text alone', async () => {
    expect(await javascript.value('[{ a: 1 }]')).toMatchObject({ 'application/json': [{ a: 1 }] })
    expect(Object.keys((await javascript.value('new Map()')) ?? {})).toEqual(['text/plain'])
  })

  it('cuts a large value and says so', async () => {
    expect(await textOf('"x".repeat(200_000)')).toMatch(/cut: 100002 more characters$/)
  })

  it('displays bundles between the lines that it prints', async () => {
    const told: string[] = []
    const code = 'console.log("a"); display({ "text/html": "<b>", "image/png": Buffer.from([1]) }); console.log("b")'
    const onEvent = (event: { type: string }) => void told.push(event.type)
    const { shown } = await javascript.run(code, { onEvent })
    expect(told).toEqual(['stdout', 'display', 'stdout', 'done'])
    expect(shown[0]?.data).toEqual({ 'text/html': '<b>', 'image/png': 'AQ==' })
  })

  it('reads its input as a stream, anew in each cell', async () => {
    const code = 'let text = ""; for await (const part of process.stdin) text += part; console.log(text)'
    expect(await javascript.printed(code, { stdin: 'one' })).toBe('one\n')
    expect(await javascript.printed(code, { stdin: 'two' })).toBe('two\n')
  })

  it('gives its value even after it removed its former directory', async () => {
    await javascript.run('require("fs").mkdirSync("/tmp/gone"); process.chdir("/tmp/gone")')
    const { stderr, shown } = await javascript.run('require("fs").rmdirSync("/tmp/gone"); 5', { cwd: '/workspace' })
    expect(shown[0]?.data['text/plain']).toBe('5')
    expect(stderr).toContain("'/tmp/gone'")
  })
})

describe('an error of a JavaScript cell', () => {
  it('has only lines of cells, and its causes', async () => {
    const { error } = await javascript.run(
      'function inner() {\n  JSON.parse("{")\n}\ntry { inner() } catch (cause) {\n  throw new Error("outer", { cause })\n}',
    )
    expect(error).toMatchObject({ name: 'Error', value: 'outer', line: 5, column: 9 })
    const lines = error?.traceback.map((line) => line.replace(/cell-\d+/, 'cell')) ?? []
    expect(lines.slice(0, 2)).toEqual(['Error: outer', '    at cell:5:9'])
    expect(lines.slice(2).join('\n')).toMatch(
      /^Caused by: SyntaxError: .*\n {4}at inner \(cell:2:8\)\n {4}at cell:4:7$/,
    )
  })

  it('has line and column when it is in its syntax', async () => {
    expect((await javascript.run('1\nlet q = ;')).error).toMatchObject({ name: 'SyntaxError', line: 2, column: 9 })
  })

  it('may be a thrown value that is no error', async () => {
    expect((await javascript.run('throw undefined')).error).toMatchObject({ name: 'Thrown', value: 'undefined' })
  })

  it.each([
    ['a value', '({ [Symbol.for("nodejs.util.inspect.custom")]() { throw new RangeError("no") } })', 'RangeError'],
    [
      'an error',
      'throw Object.defineProperty(new Error(""), "stack", { get() { throw new RangeError("no") } })',
      'RangeError',
    ],
    [
      'all there is',
      'const trap = () => { throw evil }\nconst evil = new Proxy({}, { get: trap, getPrototypeOf: trap })\nevil',
      'Thrown',
    ],
  ])('may be %s that throws when it is read', async (_, code, name) => {
    expect(await javascript.run(code)).toMatchObject({ status: 'error', endedBy: 'exit', error: { name } })
  })

  it('is reported with the next execution when nobody caught it, and the kernel lives', () =>
    undisturbed(400, async () => {
      // Late enough for the first cell to be over, and early enough for the second.
      await javascript.run(
        'const kept = 7; setTimeout(() => { void Promise.reject(8); throw new Error("stray") }, 100)',
      )
      const { stderr, shown } = await javascript.run('await new Promise((r) => setTimeout(r, 500)); kept')
      expect(stderr).toMatch(/Uncaught Error: stray/)
      expect(stderr).toMatch(/Uncaught Thrown: 8/)
      expect(shown[0]?.data['text/plain']).toBe('7')
    }))

  it('comes of process.exit, which ends the cell and not the kernel', async () => {
    expect((await javascript.run('process.exit(3); kept = 0')).error).toMatchObject({
      name: 'ExitError',
      value: 'exit status 3',
    })
    expect((await javascript.run('process.exit()')).status).toBe('ok')
    expect(await textOf('kept')).toBe('7')
  })
})

describe('an interrupt of a JavaScript cell', () => {
  it.each([
    ['behind an await', 'await 1; while (true) {}'],
    ['in a callback', 'await new Promise(() => setTimeout(() => { while (true) {} }))'],
    ['in endless microtasks', 'while (true) await null'],
    ['in another program', 'require("child_process").execSync("sleep 60")'],
  ])('ends running code %s', async (_, code) => {
    const { status, stateLost } = await javascript.interrupted(code)
    expect([status, stateLost]).toEqual(['interrupted', false])
    expect(await textOf('await new Promise((r) => setTimeout(r, 1, kept))')).toBe('7')
  })
})

describe('a JavaScript cell that was interrupted', () => {
  it('leaves its directory at once, and does not disturb the next one when it ends after all', () =>
    undisturbed(300, async () => {
      const code = 'console.log("begun"); await new Promise((r) => setTimeout(r, 600)); console.log("late")'
      const { status } = await javascript.interrupted(code, { cwd: '/tmp' })
      expect(status).toBe('interrupted')
      const there = 'await new Promise((r) => setTimeout(r, 900)); console.log(process.cwd())'
      expect(await javascript.printed(there, { cwd: '/usr' })).toBe('late\n/usr\n')
      expect(await javascript.printed('console.log(process.cwd())')).toBe('/workspace\n')
    }))

  it('is not interrupted again after its end, when the next one may be about to begin', async () => {
    // Leaving the directory is the last step before the end is reported; the work begins right after it.
    const code = `
      var outlived = false
      const { chdir } = process
      const work = () => { for (const until = Date.now() + 300; Date.now() < until; ); outlived = true }
      process.chdir = (path) => { chdir(path); process.chdir = chdir; process.nextTick(work) }
      setTimeout(() => console.log("begun"))
      await new Promise(() => {})`
    const abort = new AbortController()
    const onEvent = ({ type }: { type: string }) => {
      if (type === 'stdout') abort.abort()
    }
    const { status } = await javascript.run(code, { cwd: '/tmp', signal: abort.signal, onEvent })
    expect(status).toBe('interrupted')
    expect(await textOf('outlived')).toBe('true')
  })

  it('can print, however often it was interrupted while printing', async () => {
    for (let round = 0; round < 5; round++) {
      const cut = await javascript.run('while (true) console.log("x")', { outputBytes: 5000 })
      expect([cut.endedBy, cut.stateLost]).toEqual(['output', false])
      expect(await javascript.printed('console.log("still")')).toBe('still\n')
    }
  })
})

describe('a TypeScript cell', () => {
  it('may use everything TypeScript has', async () => {
    const code =
      'enum Colour { Red = 3 }\ninterface Point { x: number }\nclass Box<T> { constructor(readonly inner: T) {} }\nconst box: Box<Point> = new Box({ x: 1 })\nbox.inner.x + Colour.Red'
    expect((await typescript.value(code))?.['text/plain']).toBe('4')
  })

  it('says where it cannot be read', async () => {
    const { error } = await typescript.run('let fine: number = 1\nlet bad: = 2')
    expect(error).toMatchObject({ name: 'SyntaxError', line: 2 })
  })

  it('may also come as JavaScript', async () => {
    expect(await textOf('const typed: number = 6\ntyped')).toBe('6')
  })
})

it('attributes of a JavaScript variable are listed without running code of the user', async () => {
  await javascript.run(`class Slow { made() {} get seen() { process.exit(3) } }
    const slow = Object.assign(new Slow(), { own: { deep: [1] } })
    const asked = new Proxy({}, { ownKeys() { process.exit(4) }, getPrototypeOf() { process.exit(5) } })`)
  const of = (name: string) => javascript.contexts.attributes(javascript.id, name)
  expect(await of('slow')).toEqual(expect.arrayContaining(['made', 'own', 'seen', 'hasOwnProperty']))
  expect(await of('slow.own.deep')).toEqual(expect.arrayContaining(['length', 'map']))
  expect(await of('asked')).toEqual([])
  await expect(of('slow.seen')).rejects.toMatchObject({ code: 'VARIABLE_NOT_FOUND' })
  await expect(of('neverMade')).rejects.toMatchObject({ code: 'VARIABLE_NOT_FOUND' })
})
