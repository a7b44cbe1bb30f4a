import { describe, expect, it } from 'vitest'
import type { HostCheck } from '../../contract/api.ts'
import { API_KEY, createFakeServer } from '../../sdk/fake-server.fixture.ts'
import { helloRun, RUN_ID, tellRun } from '../../sdk/story.fixture.ts'
import { createFakeHost, type FakeHostOptions } from '../fake-host.fixture.ts'
import { main } from '../main.ts'

/** Moments are shown in local time, so the tests fix the time zone. */
process.env.TZ = 'UTC'

const KEY_ID = 'key01k9vq3ce4r8u2m5t7a1b'

async function call(line: string, options: FakeHostOptions = {}) {
  const fake = createFakeHost(options)
  const exitCode = await main(line.split(' ').filter(Boolean), fake.host)
  return { exitCode, ...fake.seen }
}

describe('the commands beside run', () => {
  it('detect lists the blocks', async () => {
    expect((await call('detect', { stdin: 'text' })).stdout).toBe(
      'BLOCK  LINE  LANGUAGE   SURE  RUNS  LINES  BEGINS WITH  WHY\n    1     3  python    100 %  yes       1  print(1)     a fence\n',
    )
  })

  it('detect counts code inside of sentences and left-out blocks, and lists neither', async () => {
    const told = { confidence: 0, start: 0, end: 1, line: 1, executable: false, reason: 'x', complexity: 0, code: 'f' }
    const inline = { ...told, language: null, kind: 'inline' }
    const server = { fetch: async () => Response.json({ blocks: [inline, inline], leftOut: 7 }) }
    const { stdout, stderr } = await call('detect', { stdin: 'text', server })
    expect([stdout, stderr]).toEqual([
      '',
      'No code found.\n2 more inside of sentences; --json tells them.\n7 more blocks were left out: the text has too many.\n',
    ])
  })

  it('runs list shows the outcome of each run', async () => {
    expect(
      (await call('runs list')).stdout,
    ).toBe(`RUN                       OUTCOME    STARTED               AGE   TOOK  LANGUAGES     TITLE
${RUN_ID}  ✔ ok       2026-11-15 05:30  7 s ago  34 ms  python        print(42)
${RUN_ID.replace(/b$/, 'c')}  … running  2026-11-15 05:30  7 s ago         bash, python  print(42)
`)
  })

  it('runs list says how to see more', async () => {
    expect((await call('runs list --limit 2')).stderr).toContain(
      `anneal runs list --before ${RUN_ID.replace(/b$/, 'c')}`,
    )
    expect((await call('runs list --limit 2 --search print(')).stderr).toContain(
      'anneal runs list --search "print(" --before',
    )
  })

  it('runs show tells the whole run', async () => {
    const story = tellRun([
      {
        code: 'print(1)\nfoo\n',
        output: [
          { stream: 'stdout', text: '1\n' },
          { stream: 'stderr', text: '\u001b[31mbad\n' },
        ],
        end: { exitCode: 1, error: { type: 'NameError', message: 'foo', line: 2, column: 1 } },
      },
    ])
    const { stdout } = await call(`runs show ${RUN_ID}`, { server: createFakeServer({ story }) })
    expect(stdout).toBe(`✖ failed ${RUN_ID} 2026-11-15 05:30:00 · 7 s ago · 34 ms

── python · line 1
  1 │ print(1)
  2 │ foo
── attempt 1 · exit code 1 · 21 ms
  stdout
  1
  stderr
  ␛[31mbad
✖ NameError: foo
  1 │ print(1)
  2 │ foo
    │ ^
`)
  })

  it('runs follow shows a run again, to people and to programs', async () => {
    expect(await call(`runs follow ${RUN_ID}`)).toMatchObject({ exitCode: 0, stdout: '42\n' })
    const { stdout } = await call(`runs follow ${RUN_ID} --json`)
    expect(stdout.trimEnd().split('\n')).toHaveLength(helloRun().length)
  })

  it('runs cancel shows the run after its end', async () => {
    expect((await call(`runs cancel ${RUN_ID}`)).stdout).toContain('■ cancelled')
  })

  it('logs come as lines, JSON or CSV', async () => {
    expect((await call('logs')).stdout).toContain(`2026-11-15 05:30:00  info   ${RUN_ID}  ok in 34 ms\n`)
    expect((await call('logs --csv')).stdout).toBe('at,level\r\n1,info\r\n')
    const server = createFakeServer()
    await call('logs --level warn --from 2026-11-01 --to 2026-12-01 --limit 5', { server })
    expect(server.calls[0]?.path).toBe('/v1/logs?level=warn&from=2026-11-01&to=2026-12-01&limit=5&format=json')
  })

  it('stats prints the sums over all runs', async () => {
    expect((await call('stats')).stdout).toBe(`runs        10 · 6 ok · 2 failed · 1 cancelled · 1 running · 67 % succeed
executions  9 · 7 ok · 1 failed · 1 timeout

LANGUAGE  RAN  OK  WARM    WAIT    95 %   START   95 %    RUN   95 %
python      8   6     4  0.0 ms  8.3 ms  1.2 ms  24 ms  33 ms  1.2 s
bash        1   1     0
all         9   7     4  0.0 ms  8.3 ms  2.3 ms  24 ms  31 ms  1.2 s

COUNT  LANGUAGE  ERROR
    2  python    NameError
`)
  })

  it('keys add prints the key alone on stdout', async () => {
    const { stdout, stderr } = await call('keys add bob --admin --label box')
    expect(stdout).toBe(`${API_KEY}\n`)
    expect(stderr).toBe(`✔ made ${KEY_ID}, a new admin key for bob. It is shown only this once:\n`)
  })

  it('keys create says which rights a key has, and until when', async () => {
    const { stderr } = await call('keys create bob --scope metrics --expires 30d')
    expect(stderr).toBe(`✔ made ${KEY_ID}, a new metrics key for bob. It is shown only this once:\n`)
    expect((await call('keys create bob --scope all')).stderr).toContain(
      'Allowed choices are admin, user, read, metrics.',
    )
    expect((await call('keys create bob --expires soon')).stderr).toContain('90s, 30m, 12h or 30d')
    expect((await call('keys create bob --admin --scope read')).stderr).toContain('exclude each other')
  })

  it('keys add --json prints the key and its user', async () => {
    expect(JSON.parse((await call('keys add bob --json')).stdout)).toMatchObject({
      key: API_KEY,
      user: 'bob',
      admin: false,
    })
  })

  it('keys list and revoke show the keys', async () => {
    expect(
      (await call('keys list')).stdout,
    ).toBe(`ID                        USER  SCOPE  KEY        MADE              EXPIRES  STATE  LABEL
${KEY_ID}  ada   user   e2b_0a0a…  2026-11-15 05:30  never    valid  laptop
`)
    expect((await call(`keys revoke ${KEY_ID}`)).stderr).toBe(`✔ ${KEY_ID} of ada is revoked.\n`)
  })

  it('config prints settings, their values and origins', async () => {
    expect((await call('config')).stdout).toBe(`configuration file  /home/ada/.anneal/config.json

SETTING       VALUE  FROM         VARIABLE
port          4401   environment  ANNEAL_PORT
apiKey        •••    file         ANNEAL_API_KEY
allowedHosts  –      default      ANNEAL_ALLOWED_HOSTS
`)
    expect((await call('config --help-all')).stdout).toContain(
      'port = 4401 (environment)\n  Port\n  ANNEAL_PORT · 0 to 65535\n',
    )
  })

  it('doctor shows the facilities of the host and tries every promise of its sandboxes', async () => {
    expect(await call('doctor')).toMatchObject({
      exitCode: 0,
      stdout: `✔ bubblewrap  version 0.8.0
✔ python      3.11.2

✔ network  1 of 1 hold 12 ms
✔ limits   1 of 1 hold 12 ms

✔ This host can run code, and every wall stands.
`,
    })
    expect((await call('doctor --quick')).stdout).not.toContain('limits')
    expect(JSON.parse((await call('doctor --json')).stdout)).toMatchObject({
      ok: true,
      walls: [{ group: 'network' }, {}],
    })
  })

  it('doctor fails a host on which a promise is broken, and names it', async () => {
    const server = createFakeServer({ brokenChecks: ['fork-bomb'] })
    const { exitCode, stdout } = await call('doctor', { server })
    expect(exitCode).toBe(1)
    expect(stdout).toContain('✖ limits   0 of 1 hold 12 ms\n  ✖ fork-bomb: it went through\n')
    expect(stdout).toContain('1 promise of the sandbox is broken here: do not run untrusted code.')
  })

  it('doctor tells a host that was too busy from one on which a promise is broken', async () => {
    const { exitCode, stdout } = await call('doctor', { server: createFakeServer({ openChecks: ['fork-bomb'] }) })
    expect(exitCode).toBe(1)
    expect(stdout).toContain('? limits   0 of 1 hold 12 ms\n  ? fork-bomb: inconclusive: it took too long\n')
    expect(stdout).toContain('? 1 check inconclusive: this host was too busy to tell. Nothing is known to be broken')
    expect(stdout).not.toContain('do not run untrusted code')
    const both = await call('doctor', {
      server: createFakeServer({ openChecks: ['fork-bomb'], brokenChecks: ['no-network'] }),
    })
    expect(both.stdout).toContain('1 promise of the sandbox is broken here: do not run untrusted code.')
  })

  it('doctor marks an optional part that is absent without alarm, and a weaker part with its remedy', async () => {
    const checks: HostCheck[] = [
      { name: 'sandbox (jail)', ok: true, kind: 'weaker', detail: 'limits held by each process', remedy: 'Delegate.' },
      { name: 'language lua', ok: true, kind: 'absent', detail: 'not on this host' },
    ]
    const { exitCode, stdout } = await call('doctor', { server: createFakeServer({ report: { ok: true, checks } }) })
    expect(exitCode).toBe(0)
    expect(stdout).toContain(`! sandbox (jail)  limits held by each process
                  → Delegate.
· language lua    not on this host
`)
    expect(stdout).toContain('✔ This host can run code, and every wall stands; ! marks what is weaker')
  })

  it('doctor fails a host that lacks something, and tries no sandbox where there is none', async () => {
    const check = {
      name: 'sandbox (jail)',
      ok: false,
      detail: 'not found on the path',
      remedy: 'apt-get install -y bubblewrap',
    }
    const server = createFakeServer({ report: { ok: false, checks: [check] } })
    expect(await call('doctor', { server, terminal: { stdout: true }, columns: 34 })).toMatchObject({
      exitCode: 1,
      stdout: `✖ sandbox (jail)  not found on the
                  path
                  → apt-get install -y bubblewrap

✖ 1 of 1 things are missing; what to do stands below each.
`,
    })
  })

  it.each([
    ['detect', { blocks: [] }, 'No code found.'],
    ['runs list', { runs: [] }, 'No runs here. Start one with: anneal run FILE'],
    ['keys list', { keys: [] }, 'No keys yet. Make one with: anneal keys add USER'],
    ['logs', { lines: [] }, 'No log lines match.'],
  ])('%s says so when there is nothing', async (line, answer, message) => {
    const server = { fetch: async () => Response.json(answer) }
    expect(await call(line, { stdin: 'text', server })).toMatchObject({
      exitCode: 0,
      stdout: '',
      stderr: `${message}\n`,
    })
  })

  it('runs show tells blocks that were not run and errors of the engine', async () => {
    const told = tellRun([
      { code: 'a: 1', output: [], found: { language: null, executable: false, reason: 'not code' } },
    ])
    const error = { code: 'STORE_FULL', message: 'No room.', hint: 'Free some.', retry: true }
    const story = told.map((event) =>
      event.type === 'run.end' ? { ...event, outcome: 'error' as const, error } : event,
    )
    const { stdout } = await call(`runs show ${RUN_ID}`, { server: createFakeServer({ story }) })
    expect(stdout).toContain(
      '✖ No room.\n  Free some.\n\n── unknown language · line 1 · not run: not code\n  1 │ a: 1\n',
    )
  })

  it.each(['detect -', 'runs list', `runs show ${RUN_ID}`, 'logs', 'stats', 'keys list', 'config', 'doctor'])(
    '%s --json prints one JSON document',
    async (line) => {
      const { stdout, stderr, exitCode } = await call(`${line} --json`, { stdin: 'text' })
      expect([typeof JSON.parse(stdout), stderr, exitCode]).toEqual(['object', '', 0])
    },
  )
})
