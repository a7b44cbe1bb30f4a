import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openStatesBench } from '../kernel-states.fixture.ts'

type Bench = Awaited<ReturnType<typeof openStatesBench>>

/** Code of one cell, and code that proves its values exist. Each leaves its own names behind. */
const KEPT: [promise: string, code: string, ask: string][] = [
  [
    'numbers of all kinds, text, dates and patterns',
    'const n = [-0, NaN, 2n ** 70n, "é🎉", new Date(5), /a+/gi, , undefined]',
    'n',
  ],
  [
    'maps, sets, boxed values and URLs',
    'let m = new Map([[{ k: 1 }, new Set(["s"])]]); var b = [Object("s"), new URL("http://x/?q")]',
    '[m, b]',
  ],
  [
    'cycles and shared parts',
    'const part = { p: 1 }; const ring = { part, list: [part] }; ring.self = ring; const inner1 = [1]; const mixed = { part, own: { inner: inner1 }, when: new Date(3) }; const { own } = mixed',
    '[ring.self === ring, ring.list[0] === part, ring.part === part, mixed.part === part, mixed.own === own, own.inner === inner1]',
  ],
  [
    'bytes and the views that share them',
    'const bytes = new Uint8Array([1, 2, 3, 4]); const view = new DataView(bytes.buffer, 1, 2); const text = Buffer.from("héllo")',
    '[bytes, view.getUint8(0), view.buffer === bytes.buffer, text.toString()]',
  ],
  [
    'errors with their stack, cause and own properties',
    'class OwnError extends TypeError {}; const e = Object.assign(new OwnError("bad", { cause: ring }), { code: 7 })',
    '[e instanceof OwnError, e.stack, e.message, e.code, e.cause === ring, Object.keys(e)]',
  ],
  [
    'functions of every form, with their names and properties',
    'function plus(a) { return a + offset }; var offset = 2; const arrow = async (a) => plus(a); plus.calls = 3; function* count() { yield 1 }',
    '[plus(1), plus.calls, arrow.name, await arrow(2), [...count()], plus.length]',
  ],
  [
    'methods, getters, setters and hidden properties',
    'const o = { get twice() { return this.v * 2 }, v: 4, say(x) { return x + this.v }, [Symbol.toPrimitive]() { return 9 } }; Object.defineProperty(o, "hidden", { value: 1 })',
    '[o.twice, o.say(1), +o, o.hidden, Object.keys(o)]',
  ],
  [
    'classes with fields, statics and inheritance',
    'class Animal { #secret = 1; static made = 0; legs = 4; constructor() { Animal.made++ } speak() { return "..." } peek() { return this.#secret } }\nclass Dog extends Animal { speak() { return super.speak() + "wuff" } static { Dog.ready = [1] } }\nclass Box { constructor(v) { this.v = v } get twice() { return 2 * this.v } }\nconst box = new Box(21); new Dog()',
    '[box instanceof Box, box.twice, Animal.made, Dog.ready, new Dog().speak(), new Dog().peek(), (Animal.made -= 2), box.constructor === Box]',
  ],
  [
    'old-fashioned classes',
    'function Old(a) { this.a = a }; Old.prototype.get = function () { return this.a }; const old = new Old(3)',
    '[old.get(), old instanceof Old, old.constructor === Old]',
  ],
  [
    'symbols, and what has them as keys',
    'const s = Symbol("own"); const keyed = { [s]: 1, [Symbol.for("x")]: 2 }',
    '[keyed[s], keyed[Symbol.for("x")], s.description]',
  ],
  [
    'what is frozen or closed',
    'const frozen = Object.freeze({ a: [Object.freeze([1])] }); const closed = Object.preventExtensions({ a: 1 })',
    '[Object.isFrozen(frozen), Object.isFrozen(frozen.a), Object.isFrozen(frozen.a[0]), Object.isExtensible(closed), Object.isFrozen(closed)]',
  ],
  [
    'modules and their parts',
    'import fs, { readFileSync as read } from "node:fs"; import * as path from "node:path"; const { join } = require("path"); const crypto = require("crypto"); const log = console.log',
    '[fs.readFileSync === read, path.join === join, join("a", "b"), crypto === require("node:crypto"), log === console.log]',
  ],
  [
    'listeners of emitters',
    'const { EventEmitter } = require("events"); const emitter = new EventEmitter(); emitter.on("x", (v) => { heard = v }); var heard',
    '[emitter.emit("x", 5), heard]',
  ],
  [
    'what was added to the language',
    'Array.prototype.last = function () { return this[this.length - 1] }; Error.stackTraceLimit = 7',
    '[[1, 2].last(), Error.stackTraceLimit]',
  ],
  [
    'where files of the workspace are',
    'fs.mkdirSync("/workspace/node_modules/pk", { recursive: true }); fs.writeFileSync("/workspace/node_modules/pk/index.js", "exports.K = class { constructor(a) { this.a = a } twice() { return this.a * 2 } }; exports.closed = ((n) => () => n)(3)"); fs.writeFileSync("/workspace/data.json", "[1]"); process.chdir("/workspace")',
    'fs.readdirSync("/workspace").length > 1',
  ],
  [
    'packages with what was made by them, and data that was loaded and changed',
    'const pk = require("pk"); const k = new pk.K(4); const { closed: inner } = pk; import { K } from "pk"; const data = require("./data.json"); data.push(2)',
    '[k.twice(), k instanceof pk.K, K === pk.K, inner(), data]',
  ],
  [
    'directory, environment and mask',
    'process.chdir("/tmp"); process.env.COLOUR = "red"; delete process.env.HOME; process.umask(0o27)',
    '[process.cwd(), process.env.COLOUR, "HOME" in process.env, process.umask()]',
  ],
  [
    'long chains',
    'let chain = null; for (let i = 0; i < 50_000; i++) chain = { next: chain }; undefined',
    '(() => { let n = 0; for (let c = chain; c; c = c.next) n++; return n })()',
  ],
]

/** Code that makes a value, the name it is reported by, and a word of the reason. */
const LOST: [code: string, name: string, why: RegExp][] = [
  ['const promise = new Promise(() => {})', 'promise', /Promise/],
  ['const weak = { inside: [new WeakMap()] }', 'weak', /WeakMap/],
  ['const proxy = new Proxy({}, {})', 'proxy', /Proxy/],
  ['const closure = ((inner) => () => inner++)(1)', 'closure', /variables of the function around it: inner/],
  ['class Late { x = 1; handler = () => this.x }; const late = new Late()', 'late', /this/],
  ['const bound = console.log.bind(console)', 'bound', /bound/],
  ['class Safe { #code = 1 }; const safe = new Safe()', 'safe', /Safe, which has private fields/],
  ['const format = new Intl.NumberFormat()', 'format', /built-in object: NumberFormat/],
  ['const generator = (function* () { yield 1 })()', 'generator', /generator/],
  ['const server = require("net").createServer()', 'server', /./],
  [
    'const trap = { get boom() { throw new Error("x") } }; const hostile = new Proxy(() => {}, { ownKeys() { throw new Error("no") } })',
    'hostile',
    /Proxy/,
  ],
  ['const timer = setTimeout(() => {}, 60_000)', 'timer', /./],
  ['1', 'Timeout', /still at work/],
  ['process.on("exit", () => {})', "process.on('exit')", /listeners/],
  [
    'require("fs").writeFileSync("counter.cjs", "exports.n = 0"); const counter = require("./counter.cjs")',
    'module ./counter.cjs',
    /loaded again/,
  ],
  ['const child = require("child_process").spawn("sleep", ["60"])', 'child', /./],
]

describe('saved JavaScript brings back', () => {
  let node: Bench
  let before: string[]
  let after: string[]
  let told: unknown
  const ask = async () => {
    const answers: string[] = []
    for (const [, , code] of KEPT) {
      const { shown, error } = await node.run(code)
      answers.push(error ? `failed: ${error.value}` : String(shown[0]?.data['text/plain']))
    }
    return answers
  }
  beforeAll(async () => {
    node = await openStatesBench('javascript')
    for (const [promise, code] of KEPT) {
      const { error } = await node.run(code)
      if (error) throw new Error(`${promise}: ${error.value}`)
    }
    before = await ask()
    told = await node.reborn()
    after = await ask()
  })
  afterAll(() => node.destroy())

  it('everything that can be kept', () => {
    expect(told).toEqual({ lost: [], missing: [], versions: { node: expect.stringMatching(/^\d+\./) } })
  })

  it.each(KEPT.map(([promise], index) => [promise, index] as const))('%s', (_, index) => {
    expect(before[index]).not.toMatch(/^failed/)
    expect(after[index]).toBe(before[index])
  })

  it('variables that can be declared, assigned and saved again', async () => {
    expect((await node.run('const part = 5; box = 6; part + box')).shown[0]?.data['text/plain']).toBe('11')
    expect(await node.reborn()).toMatchObject({ lost: [], missing: [] })
    expect((await node.run('part + box + plus(1)')).shown[0]?.data['text/plain']).toBe('14')
  })
})

describe('a value that JavaScript cannot keep', () => {
  let node: Bench
  let lost: { name: string; why: string }[]
  beforeAll(async () => {
    node = await openStatesBench('javascript')
    for (const [code] of LOST) await node.run(`${code}; undefined`)
    await node.run('const kept = 1')
    lost = (await node.reborn()).lost
  })
  afterAll(() => node.destroy())

  it.each(LOST)('%s is named as %s', (_, name, why) => {
    expect(lost).toContainEqual({ name, why: expect.stringMatching(why) })
  })

  it('takes nothing else with it', async () => {
    expect((await node.run('[kept, trap instanceof Object, typeof late]')).shown[0]?.data['text/plain']).toBe(
      "[ 1, true, 'undefined' ]",
    )
  })
})

describe('a mark of JavaScript', () => {
  let node: Bench
  beforeAll(async () => {
    node = await openStatesBench('typescript')
  })
  afterAll(() => node.destroy())

  it('undoes changes inside of objects, of the language, timers and programs', async () => {
    await node.run('const list: number[] = [1]; const same = list')
    await node.undone(
      'list.push(2); Array.prototype.oops = 1; setInterval(() => console.log("late"), 1); process.chdir("/tmp"); require("child_process").spawn("sleep", ["60"]); throw new Error("x")',
    )
    await node.run('await new Promise((resolve) => setTimeout(resolve, 20))')
    const { stdout, shown } = await node.run('[list, same === list, [].oops, process.cwd()]')
    expect([stdout, shown[0]?.data['text/plain']]).toEqual(['', "[ [ 1 ], true, undefined, '/workspace' ]"])
  })

  it('is not made where going back would lose something', async () => {
    await node.run('const weak = new WeakMap()')
    expect(await node.unsafe()).toMatch(/^weak: .*WeakMap/)
  })
})
