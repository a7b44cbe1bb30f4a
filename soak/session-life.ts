import { randomBytes, randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Engine } from '../src/engine.ts'
import { killOne } from '../src/sandbox/host/kill-one.ts'
import { descendantsOf } from './descendants-of.ts'

/** The expected content of a session. */
export interface Known {
  id: string
  userId: string
  secret: string
  count: number
  checkpoint: { id: string; secret: string; count: number } | undefined
}

const USERS = 10
/** Number of tries: after the sandbox of a probe was killed, the engine believes for a while that none can be made. */
const MOST_TRIES = 600
const TRY_AGAIN_MS = 200
export const userIds = Array.from({ length: USERS }, (_, number) => `user${number}`)
const newSecret = () => randomBytes(12).toString('hex')

const WORK = `count += 1
open('count', 'w').write(str(count))
print(secret, count, open('count').read(), os.listdir(), os.environ['OWNER'])`
const FAIL = `count = -1; secret = 'spoilt'
open('spoilt', 'w').write('x'); open('count', 'w').write('spoilt')
raise ValueError`
const LOOK = 'print(secret, count)'

/** Deeds in sessions, each followed by a check of the exact content. */
export function createSessionLife({ run: start, sessions }: Engine) {
  const failures: object[] = []
  let executions = 0

  async function run({ id, userId }: Known, code: string) {
    executions++
    const request = { code, language: 'python', session: id, options: { attempts: 1 } }
    const { outcome, blocks, error } = await (await start(request, { userId })).result
    const { stdout = '', stderr = '' } = blocks[0]?.attempts[0] ?? {}
    return { outcome, stdout, reason: error ?? stderr }
  }
  /** Repeats a cell until it succeeds: a killed process makes it fail, and nothing else. */
  async function untilDone(one: Known, code: string): Promise<string> {
    let reason: unknown
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const answer = await run(one, code).catch((error: Error) => ({ outcome: null, stdout: '', reason: error }))
      if (answer.outcome === 'ok') return answer.stdout
      reason = answer.reason
      await sleep(TRY_AGAIN_MS)
    }
    throw new Error(`session ${one.id} did not come back`, { cause: reason })
  }
  /** Checks that the content is one of the possible ones; that one is expected from now on. */
  async function look(one: Known, deed: string, possible: Pick<Known, 'secret' | 'count'>[]): Promise<void> {
    const stdout = await untilDone(one, LOOK)
    const seen = possible.find(({ secret, count }) => stdout === `${secret} ${count}\n`)
    if (seen) Object.assign(one, { secret: seen.secret, count: seen.count })
    else failures.push({ deed, possible, stdout })
  }
  async function begin(): Promise<Known> {
    const userId = userIds[randomInt(USERS)] ?? ''
    const { id } = await sessions.create({ env: { OWNER: userId } }, userId)
    const one: Known = { id, userId, secret: newSecret(), count: 0, checkpoint: undefined }
    await untilDone(one, `import os; secret = '${one.secret}'; count = 0`)
    return one
  }
  const deeds: Record<string, (one: Known) => Promise<unknown>> = {
    async work(one) {
      const { outcome, stdout } = await run(one, WORK)
      if (outcome !== 'ok') return look(one, 'work that was killed', [one, { ...one, count: one.count + 1 }])
      one.count++
      const expected = `${one.secret} ${one.count} ${one.count} ['count'] ${one.userId}\n`
      if (stdout !== expected) failures.push({ deed: 'work', expected, stdout })
    },
    async fail(one) {
      const { outcome } = await run(one, FAIL)
      if (outcome === 'ok') failures.push({ deed: 'fail', outcome })
    },
    async checkpoint(one) {
      const { id } = await sessions.checkpoints.create(one.id, one)
      one.checkpoint = { id, secret: one.secret, count: one.count }
    },
    async restore(one) {
      if (!one.checkpoint) return
      const { id, secret, count } = one.checkpoint
      await sessions.checkpoints.restore(id, one)
      Object.assign(one, { secret, count })
    },
    /** Branches a session; the branch takes its place. */
    async branch(one) {
      if (!one.checkpoint) return
      const branched = await sessions.checkpoints.branch(one.checkpoint.id, one.userId)
      const branch: Known = { ...one, ...one.checkpoint, id: branched.id, checkpoint: undefined }
      await look(branch, 'branch', [branch])
      branch.secret = newSecret()
      await untilDone(branch, `secret = '${branch.secret}'`)
      await sessions.remove(one.id, one.userId)
      Object.assign(one, branch)
    },
    unload: (one) => sessions.memory.unload(one.id),
    freeze: (one) => sessions.memory.freeze(one.id),
    async kill() {
      const below = descendantsOf(process.pid)
      const victim = below[randomInt(below.length + 1)]
      if (victim !== undefined) killOne(victim)
    },
  }
  return {
    failures,
    executions: () => executions,
    begin,
    /** Does a deed; a session that is interrupted on the way to another state is in one or the other. */
    async act(one: Known, name: string): Promise<'done' | 'interrupted'> {
      try {
        await deeds[name]?.(one)
        return 'done'
      } catch {
        await look(one, `${name} that was interrupted`, [one, ...(one.checkpoint ? [one.checkpoint] : [])])
        return 'interrupted'
      }
    },
    check: (one: Known) => look(one, 'the end', [one]),
  }
}
