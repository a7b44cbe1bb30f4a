import { inspect } from 'node:util'
import { Client } from 'pg'
import { beforeAll, describe, expect, it } from 'vitest'
import { emptyDatabase, startPostgres } from '../../../test/support/postgres.ts'
import { storeChecks } from '../checks.ts'
import { createRun, inStore } from '../in-store.ts'
import { runEnd, stageStart } from '../run/sample-run.ts'
import { openPostgres } from './postgres.ts'

let url = ''
beforeAll(async () => {
  url = await emptyDatabase()
})

const urlWith = (change: (url: URL) => void) => {
  const changed = new URL(url)
  change(changed)
  return changed.href
}

async function inClient(work: (client: Client) => Promise<unknown>) {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}

const TERMINATE = "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'anneal'"

describe('PostgreSQL keeps the promises of every store', () => {
  for (const check of storeChecks) it(check.id, () => check.run(() => openPostgres({ url })))
})

describe('an unusable PostgreSQL reports why, and never the password', () => {
  async function failure(badUrl: string) {
    const error = await openPostgres({ url: badUrl }).catch((thrown) => thrown)
    expect(inspect(error, { depth: 10, showHidden: true })).not.toContain('sesame')
    return error
  }

  it('when nothing listens', async () => {
    const error = await failure(urlWith((bad) => Object.assign(bad, { port: '1', password: 'sesame' })))
    expect(error).toMatchObject({ code: 'STORE_BUSY', message: expect.stringContaining('ECONNREFUSED 127.0.0.1:1') })
  })

  it('when the password is wrong', async () => {
    const error = await failure(urlWith((bad) => Object.assign(bad, { password: 'sesame' })))
    expect(error).toMatchObject({
      code: 'CONFIG_INVALID',
      message: expect.stringContaining('password authentication failed for user "anneal"'),
    })
  })

  it('when there is no password', async () => {
    const error = await failure(urlWith((bad) => Object.assign(bad, { password: '' })))
    expect(error).toMatchObject({ code: 'CONFIG_INVALID' })
  })

  it('when the database does not exist', async () => {
    const error = await failure(urlWith((bad) => Object.assign(bad, { pathname: '/absent' })))
    expect(error).toMatchObject({ code: 'CONFIG_INVALID', message: expect.stringContaining('"absent" does not exist') })
  })

  it('when the URL is invalid', async () => {
    expect(await failure('postgres://ada:sesame@:port')).toMatchObject({ code: 'CONFIG_INVALID' })
  })
})

describe('a connection that breaks', () => {
  it('is replaced while idle', () =>
    inStore(
      () => openPostgres({ url }),
      async (store) => {
        const run = await createRun(store)
        await inClient((client) => client.query(TERMINATE))
        // The news of the end may arrive after the next statement was sent, for each connection that waited.
        const append = () => store.events.append([stageStart(run, 1)])
        const outcome = () =>
          append().then(
            () => 'appended',
            ({ code }) => code,
          )
        await expect.poll(outcome, { timeout: 20_000 }).toBe('appended')
        expect(await store.events.read(run.runId, 0)).toEqual([stageStart(run, 1)])
      },
    ))

  it('fails an append as STORE_BUSY in its middle, and leaves nothing of it', () =>
    inStore(
      () => openPostgres({ url }),
      async (store) => {
        const run = await createRun(store)
        await inClient(async (client) => {
          await client.query('begin')
          await client.query('select 1 from run where run_id = $1 for update', [run.runId])
          const appending = expect(store.events.append([stageStart(run, 1)])).rejects.toMatchObject({
            code: 'STORE_BUSY',
          })
          await untilWaiting(client)
          await client.query(TERMINATE)
          await appending
        })
        expect(await store.events.read(run.runId, 0)).toEqual([])
        await store.events.append([stageStart(run, 1)])
      },
    ))

  /** The append waits for our lock: its transaction has begun. */
  async function untilWaiting(client: Client) {
    const waiting = "select 1 from pg_stat_activity where application_name = 'anneal' and wait_event_type = 'Lock'"
    while ((await client.query(waiting)).rowCount === 0);
  }
})

it('PostgreSQL itself refuses a second end of a run', () =>
  inStore(
    () => openPostgres({ url }),
    async (store) => {
      const run = await createRun(store)
      await store.events.append([runEnd(run, 1)])
      const insert =
        "insert into event (subject, user_id, seq, last_seq, type, at, body) values ($1, '', 2, 2, 'run.end', 0, '')"
      await inClient((client) =>
        expect(client.query(insert, [`run:${run.runId}`])).rejects.toMatchObject({ constraint: 'event_run_end' }),
      )
    },
  ))

it('a server that went away is STORE_BUSY, and the process lives on', async () => {
  const short = await startPostgres()
  const store = await openPostgres({ url: await short.createDatabase() })
  await short.stop()
  await expect(store.ping()).rejects.toMatchObject({ code: 'STORE_BUSY' })
  await expect(store.runs.stats(null)).rejects.toMatchObject({ code: 'STORE_BUSY' })
  await store.close()
})
