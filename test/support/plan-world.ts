import { appendFileSync, copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { ActionReach, ActionRequest, ActionResult } from '../../src/contract/action.ts'
import type { StepActions, StepSessions } from '../../src/plan/plan-parts.ts'

/** Called before and after every effect; it never returns in an engine that has died there. */
export type Boundary = (name: string) => Promise<void>

export interface PlanWorld {
  actions: StepActions
  sessions: StepSessions
}

/** The one session of the world. */
export const SESSION = `ses${'0'.repeat(21)}`

const REACH: Record<string, ActionReach> = { look: 'none', inside: 'inside', outside: 'outside' }
const OBJECT = { type: 'object', properties: {} }
const OUTPUT = { type: 'object', properties: { count: { type: 'number' } }, additionalProperties: false }

/**
 * Effects that can be counted: a session whose state is a file that is replaced whole, with checkpoints, and a log outside of it that nobody
 * can take back.
 */
export function openPlanWorld(directory: string, boundary: Boundary): PlanWorld {
  const at = (name: string) => join(directory, name)
  mkdirSync(at('checkpoints'), { recursive: true })
  if (!existsSync(at('session.json'))) replace(at('session.json'), '{}')
  let made = 0

  async function work({ type, input = {} }: ActionRequest, key: string): Promise<number> {
    const name = String(input.name)
    await wait(Number(input.ms ?? 0))
    await boundary(`before ${type}`)
    if (type === 'outside') appendFileSync(at('outside.log'), `${key}\n`)
    const counts = countsIn(directory)
    const count = (counts[name] ?? 0) + 1
    if (type === 'inside') replace(at('session.json'), JSON.stringify({ ...counts, [name]: count }))
    await boundary(`after ${type}`)
    return type === 'inside' ? count : 0
  }

  return {
    actions: {
      async executeAction(request, { actionId, idempotencyKey }): Promise<ActionResult> {
        const count = await work(request, idempotencyKey)
        const isBad = request.input?.fails === true
        const known = { id: actionId, type: request.type, sessionId: null, startedAt: 0, durationMs: 0 }
        return { ...known, outcome: isBad ? 'failed' : 'ok', output: { count } }
      },
      problemsOf: ({ type }) => (REACH[type] ? [] : [`There is no action ${type}.`]),
      reachOf: async ({ type }) => REACH[type] ?? 'outside',
      types: () => Object.keys(REACH).map((type) => ({ type, description: type, input: OBJECT, output: OUTPUT })),
    },
    sessions: {
      create: async () => ({ id: SESSION }),
      get: async () => ({}),
      checkpoints: {
        async createForStep() {
          const id = `chk-${process.pid}-${performance.now()}-${++made}`
          copyFileSync(at('session.json'), at(`checkpoints/${id}`))
          await boundary('after checkpoint')
          return { id }
        },
        async restore(id) {
          replace(at('session.json'), readFileSync(at(`checkpoints/${id}`), 'utf8'))
          await boundary('after restore')
        },
        branch: async () => ({ id: SESSION }),
      },
    },
  }
}

export const countsIn = (directory: string): Record<string, number> =>
  JSON.parse(readFileSync(join(directory, 'session.json'), 'utf8'))

/** The keys of all effects outside, in their order. */
export function outsideOf(directory: string): string[] {
  const file = join(directory, 'outside.log')
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : []
}

function replace(file: string, content: string): void {
  const temporary = `${file}.${process.pid}`
  writeFileSync(temporary, content)
  renameSync(temporary, file)
}
