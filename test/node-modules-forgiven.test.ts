import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openProgramRunner } from './support/program-runner.ts'

let runner: Awaited<ReturnType<typeof openProgramRunner>>
beforeAll(async () => {
  runner = await openProgramRunner()
})
afterAll(() => runner.close())

type Case = [title: string, code: string, stdout: string, files?: Record<string, string>]

const inJavascript: Case[] = [
  ['CommonJS', 'const { join } = require("path")\nconsole.log(join("a", "b"), require.main === module)', 'a/b true\n'],
  ['an ES module', 'import { join } from "node:path"\nexport {}\nconsole.log(join("a", "b"))', 'a/b\n'],
  ['import and require in one program', 'import "fs"\nconsole.log(require("path").sep, __dirname)', '/ /workspace\n'],
  ['require and top-level await', 'const { sep } = require("path")\nconsole.log(await Promise.resolve(sep))', '/\n'],
  [
    'modules of the workspace in both forms',
    'const { a } = require("./a.cjs")\nimport("./b.mjs").then(({ b }) => console.log(a, b))',
    '1 2\n',
    { 'a.cjs': 'module.exports = { a: 1 }', 'b.mjs': 'export const b = 2' },
  ],
  [
    'the order of timers, ticks and promises that Node itself has',
    'setTimeout(() => console.log(4))\nPromise.resolve().then(() => console.log(3))\nprocess.nextTick(() => console.log(2))\nconsole.log(1)',
    '1\n2\n3\n4\n',
  ],
]

const LIBRARY = {
  'lib.ts':
    'export interface User { name: string }\nexport type Id = number\nexport enum Color { Red = 1, Green }\nexport const Id = 7\n',
  'folder/index.ts': 'export const inside: boolean = true\n',
}

const inTypescript: Case[] = [
  [
    'enums, namespaces and parameter properties',
    'enum E { A = 2 }\nnamespace N { export const n = 3 }\nclass P { constructor(private a: number, readonly b = 5) {}\n sum() { return this.a + this.b } }\nconsole.log(E.A, N.n, new P(1).sum(), E[2])',
    '2 3 6 A\n',
  ],
  [
    'imports without an ending, with .js, and of a directory',
    'import { Color } from "./lib"\nimport { Color as Same } from "./lib.js"\nimport { inside } from "./folder"\nconsole.log(Color.Green, Color === Same, inside)',
    '2 true true\n',
    LIBRARY,
  ],
  [
    'types imported without saying that they are types',
    'import { User, Id, Color } from "./lib"\nconst user: User = { name: "Ada" }\nconst id: Id = Id\nconsole.log(user.name, id, Color.Red)',
    'Ada 7 1\n',
    LIBRARY,
  ],
  [
    'CommonJS in TypeScript',
    'const { Color } = require("./lib")\nconst n: number = Color.Green\nconsole.log(n)\nmodule.exports = n',
    '2\n',
    LIBRARY,
  ],
  ['import and require in one program', 'import "fs"\nconst path = require("path")\nconsole.log(path.sep)', '/\n'],
]

describe('JavaScript runs', () => {
  it.concurrent.for(inJavascript)('%s', async ([, code, stdout, files = {}]) => {
    const ran = await runner.run('javascript', { code, files })
    expect([ran.stdout, ran.stderr]).toEqual([stdout, ''])
  })
})

describe('TypeScript runs', () => {
  it.concurrent.for(inTypescript)('%s', async ([, code, stdout, files = {}]) => {
    const ran = await runner.run('typescript', { code, files })
    expect([ran.stdout, ran.stderr]).toEqual([stdout, ''])
  })

  it('gives the name of a missing module', async () => {
    const { error } = await runner.run('typescript', { code: 'import "./nope"' })
    expect(error).toMatchObject({
      type: 'Error',
      message: expect.stringContaining("Cannot find module '/workspace/nope'"),
    })
  })
})
