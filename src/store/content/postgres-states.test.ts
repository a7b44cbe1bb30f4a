import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { emptyDatabase } from '../../../test/support/postgres.ts'
import { openPostgres } from '../database/postgres.ts'
import type { Store } from '../store.ts'
import { beginState, checkpointOf, createSession, sessionOf } from './sample-state.ts'

let store: Store
let client: Client
beforeAll(async () => {
  const url = await emptyDatabase()
  store = await openPostgres({ url })
  client = new Client({ connectionString: url })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await store.close()
})

/** Another transaction in progress: `statement` is done, its end is still to come. */
async function whileOpen<T>(
  statement: [string, unknown[]],
  end: 'commit' | 'rollback',
  work: () => Promise<T>,
): Promise<T> {
  await client.query('begin')
  await client.query(...statement)
  const working = work()
  working.catch(() => {})
  const waiting = "select 1 from pg_stat_activity where application_name = 'anneal' and wait_event_type = 'Lock'"
  while ((await client.query(waiting)).rowCount === 0);
  await client.query(end)
  return working
}

const branchInto = (stateId: string): [string, unknown[]] => {
  const { id, userId } = sessionOf()
  const columns = 'id, user_id, conversation, settings, state_id, executions, created_at, used_at'
  return [`insert into session (${columns}) values ($1, $2, 'one', '{}', $3, 0, 0, 0)`, [id, userId, stateId]]
}

async function addCheckpoint() {
  const state = await beginState(store)
  const checkpoint = checkpointOf({ stateId: state.id })
  await store.checkpoints.add(checkpoint, { most: 9, state })
  return { state, checkpoint }
}

describe('the last reference to a state goes while another transaction makes a new one', () => {
  it('and the state stays when that transaction commits', async () => {
    const { state, checkpoint } = await addCheckpoint()
    const removing = () => store.checkpoints.remove(checkpoint.id, 1)
    expect(await whileOpen(branchInto(state.id), 'commit', removing)).toEqual({ existed: true, blobs: [] })
    await createSession(store, { stateId: state.id })
  })

  it('and the state goes when that transaction rolls back', async () => {
    const { state, checkpoint } = await addCheckpoint()
    const removing = () => store.checkpoints.remove(checkpoint.id, 1)
    expect(await whileOpen(branchInto(state.id), 'rollback', removing)).toEqual({ existed: true, blobs: [state.id] })
  })
})

describe('a new reference is made while another transaction releases the state', () => {
  const giveUp = async (stateId: string): Promise<void> => {
    await client.query('delete from checkpoint where state_id = $1', [stateId])
  }

  it('and is refused when that transaction commits', async () => {
    const { state } = await addCheckpoint()
    await giveUp(state.id)
    const creating = () => store.sessions.create(sessionOf({ stateId: state.id, branchedFrom: 'chk_1' }))
    const removal: [string, unknown[]] = ['delete from state where id = $1', [state.id]]
    await expect(whileOpen(removal, 'commit', creating)).rejects.toMatchObject({
      code: 'CHECKPOINT_NOT_FOUND',
      details: { checkpointId: 'chk_1' },
    })
  })

  it('and is made when that transaction rolls back', async () => {
    const { state } = await addCheckpoint()
    await giveUp(state.id)
    const session = sessionOf({ stateId: state.id })
    const removal: [string, unknown[]] = ['delete from state where id = $1', [state.id]]
    await whileOpen(removal, 'rollback', () => store.sessions.create(session))
    expect(await store.sessions.get(session.id)).toEqual(session)
  })
})

it('PostgreSQL itself refuses to remove a state that something needs, and content that a state needs', async () => {
  const { state } = await addCheckpoint()
  const foreignKey = { code: '23503' }
  await expect(client.query('delete from state where id = $1', [state.id])).rejects.toMatchObject(foreignKey)
  await expect(client.query('delete from content where hash = $1', [state.id])).rejects.toMatchObject(foreignKey)
})
