import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { format, promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { COMPILED } from './support/compiled.ts'

const run = promisify(execFile)
const root = new URL('..', import.meta.url).pathname
const apiKey = `e2b_${'0123456789'.repeat(4)}`

/** The text without the parts that differ from run to run. */
const steady = (text: string): string =>
  text.replace(/ in [\d.]+ m?s/g, ' in TIME').replace(/\b(run|ses)1[0-9a-v]{20}/g, '$1ID')

/** The console blocks of the README, but for the one with an example that has a test of its own. */
async function readmeBlocks(): Promise<{ command: string; shown: string }[][]> {
  const readme = await readFile(join(root, 'README.md'), 'utf8')
  const blocks = [...readme.matchAll(/^```console\n([^`]*)```$/gm)].map(([, block = '']) => block)
  return blocks
    .filter((block) => !block.includes('E2B_API_URL'))
    .map((block) =>
      block
        .split(/^\$ /m)
        .slice(1)
        .map((each) => /^((?:.*\\\n)*.*)\n([\s\S]*)$/.exec(each) ?? [])
        .map(([, command = '', shown = '']) => ({ command, shown: steady(shown.trim()) })),
    )
}

/** Expects the shown lines in this order; a line with nothing but … stands for any others. */
function expectShown(printed: string, shown: string, command: string) {
  let rest = steady(printed.trim())
  const [first = '', ...more] = shown.split(/(?:^|\n)\s*…(?:\n|$)/)
  expect(rest.slice(0, first.length), command).toBe(first)
  for (const piece of more) {
    expect(rest, command).toContain(piece)
    rest = rest.slice(rest.indexOf(piece) + piece.length)
  }
  if (more.length === 0) expect(rest, command).toBe(first)
}

/** The output of an example, run in this process: in one of its own, Node would read all sources again. */
async function printedBy(file: string, env: Record<string, string> = {}): Promise<string> {
  let printed = ''
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
  vi.spyOn(console, 'log').mockImplementation((...values) => {
    printed += `${format(...values)}\n`
  })
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed += String(text)
    return true
  })
  try {
    await import(join(root, 'examples', file))
    return printed
  } finally {
    vi.restoreAllMocks()
    vi.unstubAllEnvs()
  }
}

describe('the examples work as they are shown', () => {
  let home = ''
  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'anneal-test-'))
  })
  afterAll(() => rm(home, { recursive: true }))

  const node = (...parameters: string[]) => run(process.execPath, parameters, { cwd: root, env: environment() })
  const environment = () => ({
    ...process.env,
    ...COMPILED,
    ANNEAL_HOME: home,
    ANNEAL_API_KEY: apiKey,
    ANNEAL_LOG_LEVEL: 'silent',
    // Each is a process that runs a few programs: pools would be filled for nobody.
    ANNEAL_WARM_SANDBOXES: '0',
  })

  it('library.ts runs a program without a server', async () => {
    expect(await printedBy('library.ts')).toBe('0\n1\n4\nok 0\n')
  })

  it('actions.ts calls a tool, writes a file and runs code in one session', async () => {
    const shown = 'ok 1500.0\ncode.run ok\nfile.write ok\ntool.call ok\n'
    expect(await printedBy('actions.ts')).toBe(shown)
  })

  it('kernels.ts keeps variables from cell to cell', async () => {
    expect(await printedBy('kernels.ts')).toBe('2 rows\n8\nTypeError in line 2\n')
  })

  it('mcp-client.ts uses Anneal through the official client of MCP', async () => {
    expect(await printedBy('mcp-client.ts')).toBe(
      'run_code, repair_code, test_code, check_code, session, files, shell, checkpoint, runs, action, browse, plan\nok [1, 4, 9]\nok 3\n',
    )
  })

  it('mcp-tools.ts calls tools of an MCP server that runs in a sandbox', async () => {
    expect(await printedBy('mcp-tools.ts')).toBe('notes/add, notes/list, notes/read\nok buy milk\n')
  })

  it('answer.md runs block after block on the command line', async () => {
    const { stdout } = await node('bin/anneal.js', 'run', 'examples/answer.md')
    expect(stdout).toBe('[0, 2, 4, 6, 8] 120\n120\n')
  })

  it('plan.yaml builds and tests a program', async () => {
    const { stdout } = await node('bin/anneal.js', 'plan', 'run', 'examples/plan.yaml')
    expect(stdout).toContain('✔ test[2]')
    expect(stdout).toContain('✔ build and test is done')
  })

  it('answer-with-faults.md is repaired and runs', async () => {
    const { stdout, stderr } = await node('bin/anneal.js', 'run', 'examples/answer-with-faults.md')
    expect(stdout).toBe('The warmest city is Cairo with 31.0 °C\n')
    expect(stderr).toContain('↻ attempt 2 of 3')
  })

  describe('with a server', () => {
    let server: ChildProcess
    let url = ''
    beforeAll(async () => {
      const command = ['bin/anneal.js', 'serve', '--port', '0']
      const started = spawn(process.execPath, command, { cwd: root, env: environment() })
      server = started
      let welcome = ''
      while (!/listens on (\S+)/.test(welcome)) welcome += String((await once(started.stdout, 'data'))[0])
      url = /listens on (\S+)/.exec(welcome)?.[1] ?? ''
    })
    afterAll(async () => {
      server.kill('SIGTERM')
      await once(server, 'exit')
    })
    it('every command of the README prints what it shows', async () => {
      const blocks = await readmeBlocks()
      expect(blocks.flat().length).toBeGreaterThan(7)
      for (const block of blocks) {
        const commands = block.map(({ command }) => command.replaceAll('http://127.0.0.1:4400', url))
        const tools = 'npx() { shift; "$NODE" bin/anneal.js "$@"; }'
        const script = [tools, ...commands.map((command) => `{ ${command}\n} 2>&1; printf '\\0'`)].join('\n')
        const env = { ...environment(), NODE: process.execPath }
        const { stdout } = await run('/bin/bash', ['-c', script], { cwd: root, env })
        const printed = stdout.split('\0')
        for (const [index, { command, shown }] of block.entries()) {
          expectShown(`${printed[index]}`, shown, command)
        }
      }
    })

    const ask = (file: string) => printedBy(file, { ANNEAL_SERVER: url, ANNEAL_API_KEY: apiKey })

    it('http.ts follows a run on a server', async () => {
      expect(await ask('http.ts')).toBe('found python at line 4\nfound javascript at line 10\n45\n[ 1, 4, 9 ]\nok\n')
    })

    it('sessions.ts keeps variables from run to run, undoes failures, goes back and branches', async () => {
      expect(await ask('sessions.ts')).toBe(`sold 8
failed and undone: {'Oslo': 3, 'Rome': 5}
sold: {'Oslo': 3, 'Rome': 5} → {}
back { Oslo: 3, Rome: 5 }
branch {}
`)
    })

    const askAsE2b = (file: string) => printedBy(file, { E2B_API_URL: url, E2B_SANDBOX_URL: url, E2B_API_KEY: apiKey })

    it('e2b.ts works with commands, files, snapshots and pauses through the SDK of E2B', async () => {
      expect(await askAsE2b('e2b.ts')).toBe(`sold 8
counted [ '1', '2', '3' ]
failed with 2
root is 0
copied [ 'sales.csv' ]
woken true
`)
    })

    it('code-interpreter.ts keeps variables from call to call through the SDK of E2B', async () => {
      expect(await askAsE2b('code-interpreter.ts')).toBe(`sold 8
KeyError 'Bergen'
0
1
4
in JavaScript [ 1, 4, 9 ]
elsewhere False
`)
    })
  })
})
