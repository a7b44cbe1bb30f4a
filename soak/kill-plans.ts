import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { assertSameStory, type PlanStory } from '../test/support/compare-plans.ts'
import { COMPILED } from '../test/support/compiled.ts'
import type { PlanTask } from '../test/support/plan-worker.ts'

export interface PlanKills {
  directory: string
  /** The file of SQLite, or the URL of PostgreSQL. */
  place: string
  graphs: number
  /** Most kills of one plan; then it may end. */
  killsEach: number
  /** Longest life of an engine after it has begun. */
  mostMs: number
  firstSeed?: number
}

export interface Worker {
  process: ChildProcessByStdio<Writable, Readable, null>
  /** Listened to from its start: a worker may end before it has a task. */
  ended: Promise<unknown[]>
}
const WORKER = join(import.meta.dirname, '../test/support/plan-worker.ts')

/**
 * Random plans, whose engines are killed at random moments until the plan has ended. Each must tell the story of the same plan undisturbed:
 * every effect inside once, every effect outside once at most.
 */
export async function killPlans({ directory, place, graphs, killsEach, mostMs, firstSeed = 1 }: PlanKills) {
  const told = { graphs: 0, kills: 0, wrong: [] as string[] }
  const { worker, stop } = workersOn(place)
  try {
    for (let seed = firstSeed; seed < firstSeed + graphs; seed++) {
      const calm = await live(worker(), { directory: join(directory, `calm-${seed}`), seed, died: [] }, undefined)
      const died: string[] = []
      let story: PlanStory | undefined
      while (!story) {
        // Shorter than the undisturbed plan takes: on a fast host it would end before anything is killed.
        const lifeMs = died.length < killsEach ? Math.random() * Math.min(mostMs, calm.livedMs / 2) : undefined
        const life = await live(worker(), { directory: join(directory, `killed-${seed}`), seed: -seed, died }, lifeMs)
        story = life.story
        if (story) break
        died.push(life.engineId)
        told.kills++
      }
      told.graphs++
      if (calm.story) compare(seed, story, calm.story, told.wrong)
      else told.wrong.push(`seed ${seed}: the calm engine told nothing`)
    }
    return told
  } finally {
    stop()
  }
}

/** Engines on a database. The next one starts while another works: it waits before it touches anything. */
export function workersOn(place: string) {
  const start = (): Worker => {
    const child = spawn(process.execPath, [WORKER, place], {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: { ...process.env, ...COMPILED },
    })
    return { process: child, ended: once(child, 'exit') }
  }
  let next = start()
  const worker = () => {
    const ready = next
    next = start()
    return ready
  }
  return { worker, stop: () => void next.process.kill('SIGKILL') }
}

function compare(seed: number, story: PlanStory, calm: PlanStory, wrong: string[]): void {
  try {
    assertSameStory(story, calm)
  } catch (error) {
    wrong.push(`seed ${seed}: ${(error as Error).message}`)
  }
}

/** The life of one engine: until it ends, or is killed. */
export async function live({ process: worker, ended }: Worker, task: PlanTask, lifeMs: number | undefined) {
  const lines: string[] = []
  const begun = Promise.withResolvers<void>()
  createInterface(worker.stdout).on('line', (line) => {
    lines.push(line)
    begun.resolve()
  })
  worker.stdin.write(JSON.stringify(task))
  await Promise.race([begun.promise, ended])
  const begunAt = performance.now()
  if (lifeMs !== undefined) await Promise.race([wait(lifeMs), ended])
  if (lifeMs !== undefined) worker.kill('SIGKILL')
  const [code, signal] = await ended
  if (code !== 0 && signal !== 'SIGKILL') throw new Error(`an engine ended by itself with ${code}`)
  const [engineId = '', text] = lines
  const story = text === undefined ? undefined : (JSON.parse(text) as PlanStory)
  return { engineId, story, livedMs: performance.now() - begunAt }
}
