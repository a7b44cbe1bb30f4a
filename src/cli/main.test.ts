import { describe, expect, it } from 'vitest'
import { API_KEY, createFakeServer, refuse } from '../sdk/fake-server.fixture.ts'
import { helloRun, RUN_ID, stamp, tellRun } from '../sdk/story.fixture.ts'
import { createFakeHost, type FakeHostOptions } from './fake-host.fixture.ts'
import { main } from './main.ts'

async function call(line: string, options: FakeHostOptions = {}) {
  const fake = createFakeHost(options)
  const exitCode = await main(line.split(' ').filter(Boolean), fake.host)
  return { exitCode, ...fake.seen }
}

const code = { stdin: 'print(42)' }

describe('anneal run', () => {
  it('runs piped code and prints its output', async () => {
    expect(await call('run - --language python', code)).toMatchObject({ exitCode: 0, stdout: '42\n', closed: 1 })
  })

  it('prints one event per line with --json, the last of them run.end', async () => {
    const { stdout, stderr } = await call('run - --json', code)
    expect(
      stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual(helloRun())
    expect(stderr).toBe('')
  })

  it.each([
    ['ok', 0],
    ['failed', 1],
    ['cancelled', 1],
    ['blocked', 3],
    ['error', 4],
  ] as const)('exits for the outcome %s with %i', async (outcome, exitCode) => {
    const story = stamp([{ type: 'run.end', outcome, durationMs: 1 }])
    expect((await call('run -', { ...code, server: createFakeServer({ story }) })).exitCode).toBe(exitCode)
  })

  it('exits with 2 when the request itself was refused', async () => {
    const error = {
      code: 'LANGUAGE_UNCLEAR',
      message: 'Not told.',
      hint: 'Set "language" to one of: python.',
      retry: false,
    }
    const story = stamp([{ type: 'run.end', outcome: 'error', durationMs: 1, error }])
    const { exitCode, stderr } = await call('run -', { ...code, server: createFakeServer({ story }) })
    expect(exitCode).toBe(2)
    expect(stderr).toContain('✖ Not told.\n  Add --language with one of: python.\n')
  })

  it('uses the named server with the named key', async () => {
    const server = createFakeServer()
    const never = () => Promise.reject(new Error('no server was to be opened'))
    const env = { ANNEAL_SERVER: 'http://one.test', ANNEAL_API_KEY: API_KEY }
    expect((await call('run -', { ...code, server, env, openLocal: never })).exitCode).toBe(0)
    const flags = `--server http://two.test/deep --api-key ${API_KEY}`
    expect((await call(`stats ${flags}`, { server, env: { ANNEAL_API_KEY: 'x' }, openLocal: never })).exitCode).toBe(4)
    const settings = { server: 'http://three.test', apiKey: API_KEY }
    expect((await call('config', { server, settings, openLocal: never })).exitCode).toBe(0)
    expect(server.calls.map(({ path }) => path)).toEqual(['/v1/runs', '/deep/v1/stats?scope=own', '/v1/config'])
  })

  it('ends quietly, and the run with it, when the reader of its output has left', async () => {
    const server = createFakeServer({ story: tellRun([{ code: 'x', output: [{ stream: 'stdout', text: 'a\n' }] }]) })
    const { exitCode, stderr, closed } = await call('run -', { ...code, server, readerLeavesAfter: 0 })
    expect({ exitCode, stderr, closed }).toEqual({ exitCode: 141, stderr: '', closed: 1 })
    expect(server.calls.at(-1)?.path).toBe(`/v1/runs/${RUN_ID}/cancel`)
  })
})

describe('an impossible command line', () => {
  it.each([
    ['rnu', "Unknown command 'rnu'.", 'Did you mean run? See "anneal --help".'],
    ['run --jsn', "Unknown option '--jsn'.", 'Did you mean --json? See "anneal run --help".'],
    ['keys ad bob', "Unknown command 'ad'.", 'Did you mean add? See "anneal keys --help".'],
    ['keys add', "Missing required argument 'USER'.", 'See "anneal keys add --help".'],
    [
      'stats extra',
      "Too many arguments for 'stats'. Expected 0 arguments but got 1: extra.",
      'See "anneal stats --help".',
    ],
    ['run a.py --attempts 9', 'whole number from 1 to 3.', 'See "anneal run --help".'],
    ['run a.py --timeout 0', 'It must be a number above 0.', 'See "anneal run --help".'],
    ['run a.py --memory 1.5', 'whole number from 1 up.', 'See "anneal run --help".'],
    ['logs --level loud', 'Allowed choices are debug, info, warn, error.', 'See "anneal logs --help".'],
    ['completion tcsh', 'Allowed choices are bash, zsh, fish.', 'See "anneal completion --help".'],
    ['stats --server here', '"here" is not the address of a server.', 'http://HOST:PORT'],
    ['run', 'no FILE is named and nothing is piped in.', 'pipe a program in'],
    ['detect', 'no FILE is named and nothing is piped in.', 'anneal detect FILE'],
    ['run nowhere.py', 'Cannot read nowhere.py: there is no such file.', 'Check the path'],
    ['runs show ../keys', 'There is no run ../keys.', 'anneal runs list'],
  ])('"anneal %s" exits with 2 and says what to do', async (line, message, hint) => {
    const { exitCode, stdout, stderr, terminal } = await call(line)
    expect({ exitCode, stdout, terminal }).toEqual({ exitCode: 2, stdout: '', terminal: '' })
    const [first, second] = stderr.split('\n  ')
    expect(first).toMatch(/^✖ /)
    expect(first).toContain(message)
    expect(second).toContain(hint)
  })

  it('is reported as JSON where JSON is asked for', async () => {
    const { stdout, stderr, exitCode } = await call('run nowhere.py --json')
    expect(JSON.parse(stdout).error).toMatchObject({ code: 'FILE_UNREADABLE', retry: false, requestId: '' })
    expect([stderr, exitCode]).toEqual(['', 2])
  })
})

describe('an error of the server', () => {
  const answering = (response: () => Response): FakeHostOptions => ({ server: { fetch: async () => response() } })

  it('is shown with its hint and exits with 4', async () => {
    const { exitCode, stderr } = await call(
      'config',
      answering(() => refuse('FORBIDDEN', { what: 'see settings' })),
    )
    expect(exitCode).toBe(4)
    expect(stderr).toBe('✖ This key may not see settings.\n  Use a key made with "anneal keys add USER --admin".\n')
  })

  it('exits with 2 when the request was wrong', async () => {
    const refused = answering(() => refuse('LANGUAGE_UNKNOWN', { language: 'cobol', known: ['python'] }))
    expect((await call('run -', { ...code, ...refused })).exitCode).toBe(2)
  })

  it('cannot paint the terminal', async () => {
    const { stderr } = await call(
      'config',
      answering(() => refuse('FORBIDDEN', { what: '\u001b[2J' })),
    )
    expect(stderr).toContain('This key may not ␛[2J.')
  })

  it('says where it happened when it is a bug', async () => {
    const { exitCode, stderr } = await call('config', { openLocal: () => Promise.reject(new TypeError('x is not y')) })
    expect(exitCode).toBe(4)
    expect(stderr).toContain('✖ Something went wrong inside Anneal: x is not y\n')
    expect(stderr).toContain('main.test.ts')
  })
})

describe('help', () => {
  it('is printed on request, with every command and the exit codes', async () => {
    const { exitCode, stdout, stderr } = await call('--help')
    expect([exitCode, stderr]).toEqual([0, ''])
    for (const word of [
      'run',
      'shell',
      'session',
      'checkpoint',
      'volume',
      'detect',
      'doctor',
      'config',
      'keys',
      'runs',
      'logs',
      'stats',
      'serve',
      'completion',
    ]) {
      expect(stdout).toMatch(new RegExp(`^  ${word}\\b`, 'm'))
    }
    expect(stdout).toContain('Exit codes:')
    expect(stdout).not.toContain('\u001b')
    expect((await call('--help', { colours: true })).stdout).toContain('\u001b[1mUsage:')
  })

  it('is printed on stderr when no command is given', async () => {
    const { exitCode, stdout, stderr } = await call('')
    expect([exitCode, stdout]).toEqual([2, ''])
    expect(stderr).toContain('Usage: anneal')
  })

  it('includes the version', async () => {
    expect((await call('--version')).stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
  })
})
