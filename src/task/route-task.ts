import { z } from 'zod'
import type { ActionRequest } from '../contract/action.ts'
import { EngineError } from '../contract/errors.ts'
import type { PlanRequest } from '../contract/plan.ts'
import type { TaskType } from '../contract/task.ts'
import type { Ask } from './ask-model.ts'
import { partsOfTask, type TaskParts } from './detect/parts-of-task.ts'

/** The work that a task becomes. */
export type Work = { action: ActionRequest } | { plan: PlanRequest } | { answer: string }

export interface Routing {
  text: string
  type: TaskType
  session?: string | undefined
  /** Undefined where no model is configured. */
  ask: Ask | undefined
  signal: AbortSignal
}

/** Turns a task into work. Without a model only the code and commands in it are work; words alone are TASK_NEEDS_MODEL. */
export async function routeTask(routing: Routing): Promise<Work> {
  const { type, session } = routing
  const parts = partsOfTask(routing.text)
  const work = (await routes[type](routing, parts)) ?? (await byModel(routing))
  return session === undefined || !('action' in work) ? work : { action: { ...work.action, session } }
}

type RouteOf = (routing: Routing, parts: TaskParts) => Promise<Work | undefined> | Work | undefined

const routes: Record<TaskType, RouteOf> = {
  shell: (_, { commands }) =>
    commands.length === 0 ? undefined : { action: { type: 'shell.run', input: { command: commands.join('\n') } } },
  code: ({ text }, { isCode, fences }) => {
    if (isCode) return { action: { type: 'code.run', input: { code: text } } }
    return fences.length === 0 ? undefined : { action: { type: 'code.run', input: { text } } }
  },
  correction: ({ text }, parts) => {
    const { fences, isCode } = parts
    const [fence] = fences
    if (!fence && !isCode) throw new EngineError('TASK_INCOMPLETE', { missing: 'program that fails' })
    const language = fence?.language ? { language: fence.language } : {}
    return { action: { type: 'code.run', input: { code: fence?.code ?? text, ...language, task: text } } }
  },
  web: (_, { urls: [url] }) =>
    url === undefined ? undefined : { action: { type: 'browser.open', input: { url: fullUrl(url) } } },
  plan: ({ text, session }) => planOf(text, session),
  question: () => undefined,
}

const fullUrl = (url: string): string => (url.startsWith('www.') ? `https://${url}` : url).replace(/[.,;:!?]+$/, '')

/** A list whose every step has a command is a plan as it stands. */
function planOf(text: string, session: string | undefined): Work | undefined {
  const items = [...text.matchAll(/^[ \t]*(?:\d+[.)]|[-*+•])[ \t]+(?:\[.\][ \t]*)?(.+)$/gm)].map(
    ([, item = '']) => item,
  )
  const commands = items.map((item) => partsOfTask(item).commands[0])
  if (items.length < 2 || commands.includes(undefined)) return undefined
  const steps = commands.map((command = '', index) => ({
    id: `step${index + 1}`,
    action: { type: 'shell.run', input: { command } },
    needs: index === 0 ? [] : [`step${index}`],
  }))
  return { plan: { steps, session: (session ?? 'new') as 'new' } }
}

const MISSING: Record<TaskType, string> = {
  code: 'the program',
  shell: 'the command',
  web: 'the address',
  correction: 'the program',
  plan: 'a list of steps with a command in each',
  question: 'a command or a program that finds the answer',
}

const SYSTEM =
  'You turn one task of a user into work for a sandbox without network. Answer in the given form alone. Never make up data that the task does not give.'
const forms = {
  code: z.object({ language: z.string(), code: z.string() }),
  shell: z.object({ command: z.string() }),
  plan: z.object({
    steps: z
      .array(
        z.object({
          id: z.string(),
          type: z.enum(['code.run', 'shell.run', 'file.write', 'file.read']),
          input: z.record(z.string(), z.unknown()),
          needs: z.array(z.string()).optional(),
        }),
      )
      .min(1)
      .max(30),
  }),
  question: z.object({ answer: z.string() }),
}

/** A model's answer is a draft like any other: guard, policies and limits judge it where it is run. */
async function byModel({ text, type, session, ask, signal }: Routing): Promise<Work> {
  if (type === 'web') throw new EngineError('TASK_INCOMPLETE', { missing: 'address of a page' })
  if (!ask || type === 'correction') throw new EngineError('TASK_NEEDS_MODEL', { type, missing: MISSING[type] })
  const asked = <T>(schema: z.ZodType<T>) => ask({ system: SYSTEM, prompt: text, schema }, signal)
  switch (type) {
    case 'code':
      return { action: { type: 'code.run', input: { ...(await asked(forms.code)), task: text } } }
    case 'shell':
      return { action: { type: 'shell.run', input: await asked(forms.shell) } }
    case 'plan': {
      const { steps } = await asked(forms.plan)
      const own = steps.map(({ id, type: action, input, needs = [] }) => ({
        id,
        action: { type: action, input },
        needs,
      }))
      return { plan: { steps: own, session: (session ?? 'new') as 'new' } }
    }
    case 'question':
      return { answer: (await asked(forms.question)).answer }
  }
}
