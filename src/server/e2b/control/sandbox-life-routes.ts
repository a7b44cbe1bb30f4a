import { z } from 'zod'
import { EngineError } from '../../../contract/errors.ts'
import type { ControlEngine } from './control-engine.ts'
import type { ControlRoute } from './control-route.ts'
import { FIRST } from './new-sandbox.ts'
import { parseBody } from './parse-body.ts'
import { sandboxAnswers } from './sandbox-answer.ts'
import { sandboxIdOf } from './sandbox-id-of.ts'
import { timeoutMsOf, timeoutSeconds } from './timeout-seconds.ts'

const MOST_REFRESH_SECONDS = 3600
const connect = z.object({ timeout: timeoutSeconds.nullish(), memory: z.boolean().nullish() })
const resume = z.object({ timeout: timeoutSeconds.nullish() })
const pause = z.object({ memory: z.boolean().nullish() })
const timeout = z.object({ timeout: timeoutSeconds })
const refresh = z.object({ duration: z.number().int().min(0).max(MOST_REFRESH_SECONDS).nullish() })

/** How a sandbox goes on: longer, shorter, asleep, awake, not at all. */
export function sandboxLifeRoutes({ machines, config }: Pick<ControlEngine, 'machines' | 'config'>): ControlRoute[] {
  const answers = sandboxAnswers(config)

  const connected: ControlRoute['handle'] = async ({ params, body, caller: { userId } }) => {
    const asked = parseBody(connect, body)
    const { info, wasPaused } = await machines.connect(sandboxIdOf(params), {
      userId,
      ...timeoutMsOf(asked.timeout),
      keepsMemory: asked.memory ?? true,
    })
    return { status: wasPaused ? 201 : 200, body: answers.sandbox(info) }
  }

  const resumed: ControlRoute['handle'] = async ({ params, body, caller: { userId } }) => {
    const timeoutMs = (parseBody(resume, body).timeout ?? FIRST.timeoutSeconds) * 1000
    const id = sandboxIdOf(params)
    const { state } = await machines.get(id, userId)
    if (state === 'running') throw new EngineError('MACHINE_RUNNING', { machineId: id })
    const { info } = await machines.connect(id, { userId, timeoutMs })
    return { status: 201, body: answers.sandbox(info) }
  }

  return [
    { method: 'POST', path: '/sandboxes/{sandboxID}/connect', handle: connected },
    { method: 'POST', path: '/v2/sandboxes/{sandboxID}/connect', handle: connected },
    { method: 'POST', path: '/sandboxes/{sandboxID}/resume', handle: resumed },
    {
      method: 'DELETE',
      path: '/sandboxes/{sandboxID}',
      async handle({ params, caller: { userId } }) {
        await machines.kill(sandboxIdOf(params), userId)
        return { status: 204 }
      },
    },
    {
      method: 'POST',
      path: '/sandboxes/{sandboxID}/pause',
      async handle({ params, body, caller: { userId } }) {
        const { memory } = parseBody(pause, body)
        await machines.pause(sandboxIdOf(params), { userId, keepsMemory: memory ?? true })
        return { status: 204 }
      },
    },
    {
      method: 'POST',
      path: '/sandboxes/{sandboxID}/timeout',
      async handle({ params, body, caller: { userId } }) {
        const timeoutMs = parseBody(timeout, body).timeout * 1000
        await machines.setTimeout(sandboxIdOf(params), { userId, timeoutMs })
        return { status: 204 }
      },
    },
    {
      method: 'POST',
      path: '/sandboxes/{sandboxID}/refreshes',
      async handle({ params, body, caller: { userId } }) {
        const timeoutMs = (parseBody(refresh, body).duration ?? FIRST.timeoutSeconds) * 1000
        await machines.refresh(sandboxIdOf(params), { userId, timeoutMs })
        return { status: 204 }
      },
    },
  ]
}
