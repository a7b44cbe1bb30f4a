import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { ApiError, type Client } from '../src/sdk/sdk.ts'
import { DEEDS, type Deed, type Held, type Kept, LOOK, START } from './session-deeds.ts'

const LOOK_EVERY = 5
/** Number of looks at a session: on a busy machine a server that is killed again and again takes its time. */
const MOST_LOOKS = 1000
const LOOK_AGAIN_MS = 250
/** Number of checkpoints that are branched and entered in the end. */
const MOST_BRANCHES = 20

export interface SessionClientParts {
  client: Client
  name: string
  /** Called when the writing of a checkpoint begins, and when it has ended one way or the other. */
  onWriting(change: 1 | -1): void
}

interface Told {
  deeds: number
  acknowledged: number
  /** Unanswered deeds, checked afterwards: each was done whole, or not at all. */
  unanswered: number
  failures: object[]
}

/** Works in one session and knows its expected content; unanswered deeds are looked up. */
export async function openSessionClient({ client, name, onWriting }: SessionClientParts) {
  await client.volumes.create({ name })
  const { id } = await client.sessions.create({ volumes: [{ name }] })
  const told: Told = { deeds: 0, acknowledged: 0, unanswered: 0, failures: [] }
  const held: Held = { client, id, name, checkpoints: [], runIds: [], onWriting }
  let kept: Kept = { session: { count: 0, note: null, files: {} }, volume: {} }
  await run(START)

  async function run(code: string, session = id) {
    const { outcome, runId, blocks } = await client.run({ code, language: 'python', session, options: { attempts: 1 } })
    const { stdout = '', stderr = '' } = blocks[0]?.attempts[0] ?? {}
    return { outcome, runId, stdout, stderr }
  }
  /** Reads the session, and waits for a killed server: its return is part of the promise. */
  async function look(session = id): Promise<Kept> {
    let reason = ''
    for (let looks = 0; looks < MOST_LOOKS; looks++) {
      const seen = await run(LOOK, session).catch(apiErrorOf)
      if (!(seen instanceof ApiError) && seen.outcome === 'ok') return JSON.parse(seen.stdout)
      reason = seen instanceof ApiError ? seen.message : `${seen.outcome}: ${seen.stderr}`
      await sleep(LOOK_AGAIN_MS)
    }
    throw new Error(`session ${session} did not come back: ${reason}`)
  }
  async function compare(deed: string, expected: { session: Kept['session'][]; volume: Kept['volume'][] }) {
    const seen = await look()
    for (const part of ['session', 'volume'] as const) {
      if (expected[part].some((one) => isDeepStrictEqual(one, seen[part]))) continue
      told.failures.push({ name, deed, part, expected: expected[part], seen: seen[part] })
    }
    kept = seen
  }
  async function once(deed: Deed): Promise<void> {
    told.deeds++
    const [before, after] = [kept, deed.after(kept, held)]
    const ending = await deed.run(held, kept, run).catch(apiErrorOf)
    if (ending === 'done') {
      told.acknowledged++
      kept = after
      if (told.deeds % LOOK_EVERY === 0) await compare(deed.name, { session: [after.session], volume: [after.volume] })
      return
    }
    told.unanswered++
    const possible = ending === 'failed' ? [before] : [before, after]
    await compare(deed.name, {
      session: possible.map(({ session }) => session),
      volume: possible.map(({ volume }) => volume),
    })
  }
  return {
    told,
    checkpoints: () => held.checkpoints.length,
    async keepWorking(isOver: () => boolean): Promise<void> {
      while (!isOver()) {
        const deed = DEEDS[randomInt(DEEDS.length)]
        if (deed) await once(deed)
      }
    },
    /** Checks everything acknowledged once more, in the end. Gives the missing parts. */
    async missing(): Promise<object[]> {
      await compare('the end', { session: [kept.session], volume: [kept.volume] })
      const recorded = await allOf(client, id)
      const runs = held.runIds.filter((runId) => !recorded.has(runId)).map((runId) => ({ name, run: runId }))
      const checkpoints: object[] = []
      for (const { checkpointId } of held.checkpoints) await client.checkpoints.show(checkpointId)
      for (const { checkpointId, session } of held.checkpoints.slice(-MOST_BRANCHES)) {
        const { id: branch } = await client.checkpoints.branch(checkpointId)
        const seen = await look(branch)
        if (!isDeepStrictEqual(seen.session, session))
          checkpoints.push({ name, checkpointId, session, seen: seen.session })
        await client.sessions.remove(branch)
      }
      return [...runs, ...checkpoints]
    },
    /** Removes everything that the client has made. */
    async removeAll(): Promise<void> {
      for (const { id: one } of (await client.checkpoints.list({ session: id, limit: 1000 })).checkpoints) {
        await client.checkpoints.remove(one)
      }
      await client.sessions.remove(id)
      await client.volumes.remove(name)
    },
  }
}

export type SessionClient = Awaited<ReturnType<typeof openSessionClient>>

function apiErrorOf(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  throw error
}

/** Ids of all runs of the history that ended well. */
async function allOf(client: Client, id: string): Promise<Set<string>> {
  const found = new Set<string>()
  for (let after = 0; ; ) {
    const { executions } = await client.sessions.history(id, { after, limit: 1000 })
    for (const { runId, outcome } of executions) if (runId && outcome === 'ok') found.add(runId)
    const last = executions.at(-1)
    if (!last) return found
    after = last.n
  }
}
