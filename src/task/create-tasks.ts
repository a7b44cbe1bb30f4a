import { LOCAL_USER } from '../access/keys.ts'
import type { Config } from '../config/settings.ts'
import { EngineError } from '../contract/errors.ts'
import type { Ground } from '../contract/ground.ts'
import { parsed } from '../contract/parsed.ts'
import type { PlanInfo, PlanRequest } from '../contract/plan.ts'
import { reflectionRequest, type TaskResult, taskRequest } from '../contract/task.ts'
import type { TaskRow, TaskRows } from '../store/task/task-rows.ts'
import { type Ask, type AskNeeds, createAsk } from './ask-model.ts'
import { detectTaskType } from './detect/detect-task-type.ts'
import { type Reflecting, type ReflectNeeds, reflect } from './reflect.ts'
import { reviseByModel } from './revise-by-model.ts'
import { type RuleLimits, reviseByRules } from './revise-by-rules.ts'
import { routeTask } from './route-task.ts'
import { createTaskKeeper } from './task-keeper.ts'
import type { TaskCaller, TasksApi } from './tasks-api.ts'

export interface TaskNeeds extends Ground, ReflectNeeds, AskNeeds {
  config: AskNeeds['config'] & RuleLimits & Pick<Config, 'retentionDays'>
  store: { tasks: TaskRows }
  engineId: string
  plans: { executePlan(request: PlanRequest, caller: { userId: string; signal: AbortSignal }): Promise<PlanInfo> }
  causedBy<T>(cause: string, work: () => T): T
  onBug(error: unknown): EngineError
}

const NEVER = new AbortController().signal

/** Tasks from their words to their end. */
export function createTasks(needs: TaskNeeds): Pick<TasksApi, 'executeTask' | 'executeWithReflection'> {
  const { config, store, clock } = needs
  const keeper = createTaskKeeper({ rows: store.tasks, clock })

  /** Stores the task, does it, and stores its end, whatever happens. */
  async function during(
    known: Pick<TaskResult, 'task' | 'type' | 'confidence' | 'reasons' | 'sessionId'>,
    { userId = LOCAL_USER, signal = NEVER }: TaskCaller,
    work: (task: TaskRow, start: string) => Promise<Partial<TaskResult> & Pick<TaskResult, 'outcome'>>,
  ): Promise<TaskResult> {
    const own = { id: needs.newId('tsk'), userId, engineId: needs.engineId }
    const task: TaskRow = { ...own, ...known, outcome: null, attempts: [], startedAt: clock(), durationMs: null }
    const start = await keeper.begin(task)
    const end = await needs
      .causedBy(start, () => work(task, start))
      .catch((thrown) => {
        if (signal.aborted) return { outcome: 'cancelled' as const, stopped: 'cancelled' as const }
        const error = thrown instanceof EngineError ? thrown : needs.onBug(thrown)
        const isRefusal = error.status < 500 || error.status === 501
        const outcome = isRefusal ? ('refused' as const) : ('failed' as const)
        return { outcome, error: error.toInfo() }
      })
    return keeper.end(task, end, start)
  }

  /** Rules first: they cost nothing and make nothing up. */
  async function tried(
    task: TaskRow,
    {
      ask,
      start,
      ...asked
    }: Pick<Reflecting, 'action' | 'expect' | 'attempts' | 'signal'> & { ask: Ask | undefined; start: string },
  ) {
    let cause = start
    const {
      last,
      attempts: _,
      ...told
    } = await reflect(needs, {
      ...asked,
      userId: task.userId,
      cause,
      onTried: async (attempt) => {
        cause = await keeper.tried(task, attempt, cause)
        return cause
      },
      onRevised: async (attempt, revision) => {
        cause = await keeper.revised(task, attempt, revision, cause)
        return cause
      },
      revise: async (one) =>
        reviseByRules(one, config) ?? (ask && (await reviseByModel(ask, { ...one, task: task.task }, asked.signal))),
    })
    const { output, error } = last
    return { ...told, ...(output !== undefined && { output }), ...(error && told.outcome !== 'ok' && { error }) }
  }

  return {
    async executeTask(request, caller = {}) {
      const { task: text, session, type, expect, attempts } = parsed(taskRequest, request, 'body')
      const detected = type ? { type, confidence: 1, reasons: ['the request says so'] } : detectTaskType(text)
      const { userId = LOCAL_USER, signal = NEVER } = caller
      return during({ task: text, ...detected, sessionId: session ?? null }, caller, async (task, start) => {
        const ask = createAsk(needs, userId)
        const work = await routeTask({ text, type: detected.type, session, ask, signal })
        if ('answer' in work) return { outcome: 'ok', stopped: 'passed', answer: work.answer }
        if ('action' in work) return tried(task, { ...work, expect, attempts, signal, ask, start })
        const { id, state, steps, error } = await needs.plans.executePlan(work.plan, { userId, signal })
        const outcome = state === 'done' ? 'ok' : state === 'cancelled' ? 'cancelled' : 'failed'
        return { outcome, planId: id, output: { state, steps }, ...(error && { error }) }
      })
    },
    async executeWithReflection(request, caller = {}) {
      const { action, expect, attempts } = parsed(reflectionRequest, request, 'body')
      const problems = needs.actions.problemsOf(action)
      if (problems.length > 0) throw new EngineError('INVALID_REQUEST', { problems })
      const known = { task: null, type: null, confidence: null, reasons: [], sessionId: action.session ?? null }
      const { userId = LOCAL_USER, signal = NEVER } = caller
      return during(known, caller, (task, start) =>
        tried(task, { action, expect, attempts, signal, ask: createAsk(needs, userId), start }),
      )
    },
  }
}
