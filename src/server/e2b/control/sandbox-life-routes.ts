import { z } from 'zod'
import { EngineError } from '../../../contract/errors.ts'
import { json, noContent } from '../../http/route.ts'
import { type Row, row } from '../../http/row.ts'
import type { ControlEngine } from './control-engine.ts'
import { FIRST } from './new-sandbox.ts'
import { sandboxAnswers } from './sandbox-answer.ts'
import { sandboxIdOf } from './sandbox-id-of.ts'
import { timeoutMsOf, timeoutSeconds } from './timeout-seconds.ts'

const MOST_REFRESH_SECONDS = 3600
const connect = z.object({ timeout: timeoutSeconds.nullish(), memory: z.boolean().nullish() })
const resume = z.object({ timeout: timeoutSeconds.nullish() })
const pause = z.object({ memory: z.boolean().nullish() })
const timeout = z.object({ timeout: timeoutSeconds })
const refresh = z.object({ duration: z.number().int().min(0).max(MOST_REFRESH_SECONDS).nullish() })

const inMs = (seconds: number | null | undefined) => (seconds ?? FIRST.timeoutSeconds) * 1000

/** Calls that prolong, shorten, pause, wake and end a sandbox. */
export function sandboxLifeRoutes({ machines, config }: Pick<ControlEngine, 'machines' | 'config'>): Row[] {
  const answers = sandboxAnswers(config)
  const connectRow = (path: '/sandboxes/{sandboxID}/connect' | '/v2/sandboxes/{sandboxID}/connect') =>
    row({ method: 'POST', path, body: connect }, async ({ params, body, caller }) => {
      const asked = { userId: caller.userId, ...timeoutMsOf(body.timeout), keepsMemory: body.memory ?? true }
      const { info, wasPaused } = await machines.connect(sandboxIdOf(params), asked)
      return json(answers.sandbox(info), wasPaused ? 201 : 200)
    })
  return [
    connectRow('/sandboxes/{sandboxID}/connect'),
    connectRow('/v2/sandboxes/{sandboxID}/connect'),
    row({ method: 'POST', path: '/sandboxes/{sandboxID}/resume', body: resume }, async ({ params, body, caller }) => {
      const id = sandboxIdOf(params)
      const { state } = await machines.get(id, caller.userId)
      if (state === 'running') throw new EngineError('MACHINE_RUNNING', { machineId: id })
      const { info } = await machines.connect(id, { userId: caller.userId, timeoutMs: inMs(body.timeout) })
      return json(answers.sandbox(info), 201)
    }),
    row({ method: 'DELETE', path: '/sandboxes/{sandboxID}' }, async ({ params, caller }) => {
      await machines.kill(sandboxIdOf(params), caller.userId)
      return noContent()
    }),
    row({ method: 'POST', path: '/sandboxes/{sandboxID}/pause', body: pause }, async ({ params, body, caller }) => {
      await machines.pause(sandboxIdOf(params), { userId: caller.userId, keepsMemory: body.memory ?? true })
      return noContent()
    }),
    row({ method: 'POST', path: '/sandboxes/{sandboxID}/timeout', body: timeout }, async ({ params, body, caller }) => {
      await machines.setTimeout(sandboxIdOf(params), { userId: caller.userId, timeoutMs: inMs(body.timeout) })
      return noContent()
    }),
    row(
      { method: 'POST', path: '/sandboxes/{sandboxID}/refreshes', body: refresh },
      async ({ params, body, caller }) => {
        await machines.refresh(sandboxIdOf(params), { userId: caller.userId, timeoutMs: inMs(body.duration) })
        return noContent()
      },
    ),
  ]
}
