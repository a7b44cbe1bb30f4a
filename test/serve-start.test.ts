import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { withEngine } from './support/engine.ts'
import { type Ended, serving, startServe } from './support/serve-child.ts'
import { withHome } from './support/temporary-home.ts'

/** Exit code 4 is "the engine could not": cause and remedy on stderr, and no stack. */
function expectPlainFailure({ exitCode, stdout, stderr }: Ended, says: RegExp, hint: RegExp) {
  expect(exitCode, stderr).toBe(4)
  expect(stdout).toBe('')
  expect(stderr).toMatch(says)
  expect(stderr.split('\n').slice(1).join('\n')).toMatch(hint)
  expect(stderr).not.toMatch(/^\s+at |node:internal|\.ts:\d+/m)
}

/** Starts a server that cannot start. */
const failing = (home: string, env: Record<string, string> = {}, flags = ['--port', '0']) =>
  startServe({ home, env, flags }).ended

test('a taken port stops the start with its name, and the data is unchanged', async () => {
  await withHome(async (home) => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as { port: number }
    try {
      const ended = await failing(home, {}, ['--port', String(port)])
      expectPlainFailure(ended, new RegExp(`127.0.0.1:${port} is already in use`), /anneal serve --port/)
    } finally {
      other.close()
    }
    // Nobody has seen a key yet, so the next start has to show one.
    await serving({ home, env: { ANNEAL_API_KEY: '' } }, async ({ child, ended }) => {
      child.kill('SIGTERM')
      expect((await ended).stdout).toMatch(/shown this once:\s+e2b_[0-9a-f]{40}/)
    })
  })
})

test.for([
  ['is not JSON', '{ port: 4400 }', /config\.json cannot be read/],
  ['has a value that does not fit', '{"concurrentRuns": 0}', /"concurrentRuns" in .*config\.json is 0/],
] as const)('a configuration file that %s stops the start', async ([, text, says]) => {
  await withHome(async (home) => {
    await writeFile(join(home, 'config.json'), text)
    expectPlainFailure(await failing(home), says, /configuration\.md/)
  })
})

test('a configuration file that is unreadable or missing stops the start', async () => {
  await withHome(async (home) => {
    const place = join(home, 'a-directory')
    await mkdir(place)
    expectPlainFailure(await failing(home, { ANNEAL_CONFIG: place }), /a-directory cannot be read/, /configuration\.md/)
    const missing = join(home, 'none.json')
    expectPlainFailure(await failing(home, { ANNEAL_CONFIG: missing }), /there is no such file/, /configuration\.md/)
  })
})

test('wrong and unknown variables stop the start, all named at once', async () => {
  await withHome(async (home) => {
    const ended = await failing(home, { ANNEAL_HTTP_PORT: '1', ANNEAL_LOG_LEVEL: 'loud', ANNEAL_API_KEY: 'my-secret' })
    expectPlainFailure(ended, /ANNEAL_HTTP_PORT is not a setting/, /configuration\.md/)
    expect(ended.stderr).toMatch(/ANNEAL_LOG_LEVEL is "loud"/)
    expect(ended.stderr).toMatch(/ANNEAL_API_KEY is •••/)
    expect(ended.stderr).not.toContain('my-secret')
  })
})

test('a damaged database stops the start and is not touched', async () => {
  await withHome(async (home) => {
    const file = join(home, 'anneal.db')
    const garbage = Buffer.alloc(20_000, 'this is no database ')
    await writeFile(file, garbage)
    expectPlainFailure(await failing(home), /anneal\.db cannot be read: it is not a database/, /backup/)
    expect(garbage.equals(await readFile(file))).toBe(true)
  })
})

test('damaged pages of a database are noticed at the start or answered by name, never by a stack', async () => {
  await withHome(async (home) => {
    await withEngine({ home }, async ({ call }) => {
      await call('/v1/runs', { body: { code: 'true', language: 'bash' } })
    })
    const file = join(home, 'anneal.db')
    const bytes = await readFile(file)
    await writeFile(file, bytes.fill(0x5a, 4096))
    expectPlainFailure(await failing(home), /anneal\.db cannot be read/, /backup/)
  })
})

test('a home that is a file stops the start', async () => {
  await withHome(async (home) => {
    const file = join(home, 'file')
    await writeFile(file, '')
    expectPlainFailure(
      await failing(file, { ANNEAL_HOME: file, HOME: home }),
      /cannot be read|not a directory/,
      /configuration\.md|ANNEAL_HOME/,
    )
  })
})

test('a PostgreSQL that does not answer stops the start, without showing the password', async () => {
  await withHome(async (home) => {
    const ended = await failing(home, { ANNEAL_DATABASE_URL: 'postgres://someone:hidden-word@127.0.0.1:1/anneal' })
    expectPlainFailure(ended, /database does not answer/, /Try again/)
    expect(ended.stderr).not.toContain('hidden-word')
  })
})
