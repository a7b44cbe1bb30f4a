import { describe, expect, it } from 'vitest'
import type { Node } from '../../../../language/tree/tree.ts'
import type { JavaScriptProgram } from '../program.ts'
import { ORIGIN } from './origin.ts'
import { readProgram } from './read-program.ts'
import { HOLE } from './reading.ts'

/** Queries the first argument of the call of `look` in a program. */
function asked<Answer>(source: string, ask: (program: JavaScriptProgram, looked: Node) => Answer): Answer {
  const { program } = readProgram(source, 'typescript')
  const [looked] = program.callsTo('look')[0]?.inputs ?? []
  if (!looked) throw new Error(`there is no look(…) in ${source}`)
  return ask(program, looked)
}

describe('the name of an expression', () => {
  it.each([
    ['const cp = require("child_process"); look(cp.exec)', 'child_process.exec'],
    ['import * as cp from "node:child_process"\nlook(cp.exec)', 'child_process.exec'],
    ['import cp from "child_process"\nlook(cp.exec)', 'child_process.exec'],
    ['import { exec as run } from "child_process"\nlook(run)', 'child_process.exec'],
    ['import cp = require("child_process")\nlook(cp.exec)', 'child_process.exec'],
    ['const { exec: run } = require("child_process"); look(run)', 'child_process.exec'],
    ['const { promises: { readFile } } = require("fs"); look(readFile)', 'fs.readFile'],
    ['const cp = await import("child_process"); look(cp.exec)', 'child_process.exec'],
    ['import("child_process").then((cp) => look(cp.exec))', 'child_process.exec'],
    ['let cp; cp = require("child_process"); look(cp["ex" + "ec"])', 'child_process.exec'],
    ['const run = require("util").promisify(require("child_process").exec); look(run)', 'child_process.exec'],
    ['class A { cp = require("child_process"); f() { look(this.cp.exec) } }', 'child_process.exec'],
    ['const tools = { run: require("child_process").exec }; look(tools.run)', 'child_process.exec'],
    ['(function (r) { look(r("fs")) })(require)', 'fs'],
    ['look(window["eval"])', 'eval'],
    ['look(Function("return this")().eval)', 'eval'],
    ['look([].constructor.constructor)', 'Function'],
    ['const make = [].filter.constructor; look(make)', 'Function'],
    ['look("".link.constructor)', 'Function'],
    ['look(Math.max.constructor)', 'Function'],
    ['look([].length.constructor)', '[].length.constructor'],
    ['look(process.mainModule.require("fs"))', 'fs'],
    ['const load = process.mainModule.constructor._load; look(load("fs"))', 'fs'],
    ['look(require("module")._load("fs"))', 'fs'],
    ['look(process.getBuiltinModule("node:fs"))', 'fs'],
    ['look(eval.bind(null))', 'eval'],
    ['const app = require("express")(); look(app.get)', 'express().get'],
    ['function eval2() {}\nlook(eval2)', '@eval2'],
    ['function f(request) { look(request.body) }', '$request.body'],
    ['const a = b.x, b = a.y; look(a)', '?.y.x'],
  ])('%s', (source, name) => {
    expect(asked(source, (program, looked) => program.nameOf(looked))).toBe(name)
  })
})

describe('the value of a text', () => {
  it.each([
    ['look("a" + `b${"c"}`)', 'abc'],
    ['look("\\x61\\u0062\\u{63}\\n")', 'abc\n'],
    ['look(String.fromCharCode(97, 98))', 'ab'],
    ['look(atob("YWI="))', 'ab'],
    ['look(Buffer.from("6162", "hex").toString())', 'ab'],
    ['look("cba".split("").reverse().join(""))', 'abc'],
    ['look([97, 98].map((c) => String.fromCharCode(c)).join(""))', 'ab'],
    ['const table = ["x", "ab"]; look(table[0x1])', 'ab'],
    ['const o = { k: "ab" }; look(o["k"])', 'ab'],
    ['let s = "a"; s += "b"; look(s)', 'ab'],
    ['const f = () => "ab"; look(f())', 'ab'],
    ['look("a-b".replace("-", ""))', 'ab'],
    ['look(unescape("%61%62"))', 'ab'],
    ['const path = require("path"); look(path.join(require("os").homedir(), ".ssh"))', '~/.ssh'],
    ['function f(name) { look("/data/" + name + ".txt") }', `/data/${HOLE}.txt`],
    ['function f(name) { look(["rm", name].join(" ")) }', `rm ${HOLE}`],
  ])('%s', (source, text) => {
    expect(asked(source, (program, looked) => program.shapeOf(looked))).toBe(text)
  })

  it('is unknown when it is given more than once', () => {
    expect(asked('let s = "a"; s = "b"; look(s)', (program, looked) => program.shapeOf(looked))).toBeUndefined()
  })
})

describe('the origin of a value', () => {
  it.each([
    ['function f(a) { const b = `x${a}`; look(b.trim()) }', ORIGIN.parameter],
    ['app.get("/", (q, s) => look(q.query.x))', ORIGIN.request],
    ['app.get("/", ({ query }, res) => look(query.x))', ORIGIN.request],
    ['const { argv } = process; look(argv[2])', ORIGIN.input],
    ['rl.question("?", (answer) => look(answer))', ORIGIN.input],
    ['look(process.env.HOST)', ORIGIN.environment],
    ['look((await (await fetch("u")).json()).a)', ORIGIN.network],
    ['fetch("u").then((r) => r.text()).then((t) => look(t))', ORIGIN.network],
    ['look(require("fs").readFileSync("a"))', ORIGIN.file],
    ['const list = []; list.push(location.hash); look(list.join(" "))', ORIGIN.request],
    ['const o = {}; o.a = location.hash; look(o.a)', ORIGIN.request],
    ['const id = (x) => x; look(id(location.hash))', ORIGIN.request],
    ['function g(x) { look(x) }\ng(location.hash)', ORIGIN.parameter | ORIGIN.request],
    ['socket.onkeydown = (e) => look(e.key)', ORIGIN.keys],
    ['look(JSON.stringify(process.env))', ORIGIN.environment | ORIGIN.secret],
    ['look(encodeURIComponent(location.hash))', 0],
    ['look(Number(location.hash))', 0],
    ['look(location.hash.length)', 0],
    ['function f(a) { if (!/^[a-z]+$/.test(a)) return; look(a) }', 0],
    ['function f(a: number) { look(a) }', 0],
    ['const a = b, b = a; look(a)', 0],
    ['look("constant")', 0],
  ])('%s', (source, origins) => {
    expect(asked(source, (program, looked) => program.originsOf(looked))).toBe(origins)
  })
})

describe('a program that is made to be hard to read', () => {
  it('is read to its end, however long a value is handed on', () => {
    const steps = Array.from({ length: 5000 }, (_, at) => `const a${at + 1} = a${at};`).join('')
    const { program } = readProgram(`const a0 = "x";${steps}look(a5000)`, 'javascript')
    expect(program.callsTo('look')).toHaveLength(1)
  })
})
