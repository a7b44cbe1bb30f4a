import { randomBytes, randomInt } from 'node:crypto'
import type { Engine } from '../src/engine.ts'
import { killOne } from '../src/sandbox/host/kill-one.ts'
import { descendantsOf } from './descendants-of.ts'

export interface SessionsPlan {
  engine: Engine
  sessions: number
  executions: number
  atOnce: number
}

/** A session as it has to be. */
interface Known {
  id: string
  userId: string
  secret: string
  count: number
  checkpoint: { id: string; secret: string; count: number } | undefined
}

const USERS = 10
/** Most work is done in those that were used last, as in life: the others sleep. */
const AWAKE = 24
const WORK = `count += 1
open('count', 'w').write(str(count))
print(secret, count, open('count').read(), os.listdir(), os.environ['OWNER'])`
const FAIL = `count = -1; secret = 'spoilt'
open('spoilt', 'w').write('x'); open('count', 'w').write('spoilt')
raise ValueError`

/** Many sessions at work, with failures, restores, branches, unloads and kills of their processes; each answer is exact. */
export async function liveInSessions({ engine, sessions, executions, atOnce }: SessionsPlan) {
  const known: Known[] = []
  const done: Record<string, number> = {}
  const failures: object[] = []
  let left = executions
  const busy = new Set<string>()

  const run = async ({ id, userId }: Known, code: string) => {
    left--
    const request = { code, language: 'python', session: id, options: { attempts: 1 } }
    const { outcome, blocks } = await (await engine.run(request, { userId })).result
    return { outcome, stdout: blocks[0]?.attempts[0]?.stdout ?? '' }
  }
  async function begin(secret = randomBytes(12).toString('hex')): Promise<Known> {
    const userId = `user${randomInt(USERS)}`
    const { id } = await engine.sessions.create({ env: { OWNER: userId } }, userId)
    const one: Known = { id, userId, secret, count: 0, checkpoint: undefined }
    await untilDone(() => run(one, `import os; secret = '${secret}'; count = 0`))
    return one
  }
  /** A process that is killed under a cell makes it fail, and nothing else; then it is asked for again. */
  async function untilDone(work: () => Promise<{ outcome: string | null; stdout: string }>) {
    for (let tries = 0; tries < 50; tries++) {
      const answer = await work().catch(() => ({ outcome: 'refused', stdout: '' }))
      if (answer.outcome === 'ok') return answer.stdout
    }
    throw new Error('a session did not come back')
  }
  const deeds: Record<string, (one: Known) => Promise<unknown>> = {
    async work(one) {
      const { outcome, stdout } = await run(one, WORK)
      if (outcome !== 'ok') return look(one)
      one.count++
      const expected = `${one.secret} ${one.count} ${one.count} ['count'] ${one.userId}\n`
      if (stdout !== expected) failures.push({ deed: 'work', expected, stdout })
    },
    async fail(one) {
      const { outcome } = await run(one, FAIL)
      if (outcome === 'ok') failures.push({ deed: 'fail', outcome })
    },
    async checkpoint(one) {
      const { id } = await engine.sessions.checkpoints.create(one.id, one)
      one.checkpoint = { id, secret: one.secret, count: one.count }
    },
    async restore(one) {
      if (!one.checkpoint) return
      await engine.sessions.checkpoints.restore(one.checkpoint.id, one)
      Object.assign(one, { count: one.checkpoint.count, secret: one.checkpoint.secret })
    },
    async branch(one) {
      if (!one.checkpoint) return
      const { id } = await engine.sessions.checkpoints.branch(one.checkpoint.id, one.userId)
      const { count, secret } = one.checkpoint
      const branch: Known = { ...one, id, count, secret, checkpoint: undefined }
      await look(branch)
      const own = randomBytes(12).toString('hex')
      await untilDone(() => run(branch, `secret = '${own}'`))
      await engine.sessions.remove(one.id, one.userId)
      Object.assign(one, branch, { secret: own })
    },
    unload: (one) => engine.sessions.memory.unload(one.id),
    freeze: (one) => engine.sessions.memory.freeze(one.id),
    async kill() {
      const below = descendantsOf(process.pid)
      const victim = below[randomInt(below.length + 1)]
      if (victim !== undefined) killOne(victim)
    },
  }
  /** What is there is what has to be; an execution whose end nobody saw may have counted. */
  async function look(one: Known): Promise<void> {
    const stdout = await untilDone(() => run(one, 'print(secret, count)'))
    const [secret, count] = stdout.trim().split(' ')
    if (secret !== one.secret || ![one.count, one.count + 1].includes(Number(count))) {
      failures.push({ deed: 'look', expected: [one.secret, one.count], stdout })
    }
    one.count = Number(count)
  }
  const WEIGHTS = { work: 60, fail: 12, checkpoint: 6, restore: 6, branch: 3, unload: 6, freeze: 4, kill: 3 }
  const order = Object.entries(WEIGHTS).flatMap(([name, weight]) => Array.from({ length: weight }, () => name))
  async function lane(): Promise<void> {
    while (left > 0) {
      const isNew = known.length < sessions && randomInt(executions) < sessions * 2
      if (isNew) known.push(await begin())
      const from = randomInt(10) === 0 ? 0 : Math.max(0, known.length - AWAKE)
      const one = known[from + randomInt(Math.max(1, known.length - from))]
      if (!one || busy.has(one.id)) continue
      const { id } = one
      busy.add(id)
      const name = order[randomInt(order.length)] ?? 'work'
      done[name] = (done[name] ?? 0) + 1
      await deeds[name]?.(one).catch(async () => {
        done.interrupted = (done.interrupted ?? 0) + 1
        await settle(one, name)
      })
      busy.delete(id)
    }
  }
  /** Whoever was interrupted on the way to another state is in one or the other. */
  async function settle(one: Known, name: string): Promise<void> {
    const goal = name === 'restore' ? one.checkpoint : undefined
    const stdout = await untilDone(() => run(one, 'print(secret, count)'))
    if (goal && stdout === `${goal.secret} ${goal.count}\n`)
      Object.assign(one, { secret: goal.secret, count: goal.count })
    else if (stdout !== `${one.secret} ${one.count}\n`) failures.push({ deed: name, expected: one, stdout })
  }

  while (known.length < Math.min(sessions, AWAKE)) known.push(await begin())
  await Promise.all(Array.from({ length: atOnce }, lane))
  while (known.length < sessions) known.push(await begin())
  for (const one of known) await look(one)
  for (const one of known) await engine.sessions.remove(one.id, one.userId)
  for (let user = 0; user < USERS; user++) await removeCheckpoints(engine, `user${user}`)
  return { sessions: known.length, executions: executions - left, done, failures }
}

async function removeCheckpoints({ sessions: { checkpoints } }: Engine, userId: string): Promise<void> {
  for (const { id } of await checkpoints.list({ userId, limit: 100_000 })) await checkpoints.remove(id, userId)
}
