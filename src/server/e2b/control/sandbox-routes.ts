import { z } from 'zod'
import { json, noContent } from '../../http/route.ts'
import { type Row, row } from '../../http/row.ts'
import type { ControlEngine } from './control-engine.ts'
import { egressOf, networkUpdate } from './network-config.ts'
import { FIRST, type Generation, newSandbox, newSandboxOf, SECOND } from './new-sandbox.ts'
import { sandboxAnswers } from './sandbox-answer.ts'
import { sandboxIdOf } from './sandbox-id-of.ts'
import { timeoutMsOf, timeoutSeconds } from './timeout-seconds.ts'

const MOST_FORKS = 100
const fork = z.object({
  timeout: timeoutSeconds.nullish(),
  count: z.number().int().min(1).max(MOST_FORKS).nullish(),
})

/** Calls that make sandboxes, and show one. */
export function sandboxRoutes({ machines, config }: Pick<ControlEngine, 'machines' | 'config'>): Row[] {
  const answers = sandboxAnswers(config)
  const create = (path: string, generation: Generation) =>
    row({ method: 'POST', path, body: newSandbox }, async ({ body, caller }) =>
      json(answers.sandbox(await machines.create(newSandboxOf(body, generation), caller.userId)), 201),
    )
  return [
    create('/sandboxes', FIRST),
    create('/v2/sandboxes', SECOND),
    row({ method: 'GET', path: '/sandboxes/{sandboxID}' }, async ({ params, caller }) =>
      json(answers.detail(await machines.get(sandboxIdOf(params), caller.userId))),
    ),
    row({ method: 'POST', path: '/sandboxes/{sandboxID}/fork', body: fork }, async ({ params, body, caller }) => {
      const asked = { userId: caller.userId, count: body.count ?? 1, ...timeoutMsOf(body.timeout) }
      const copies = await machines.fork(sandboxIdOf(params), asked)
      const told = copies.map((copy) =>
        'problem' in copy ? { error: { code: 500, message: copy.problem } } : { sandbox: answers.sandbox(copy) },
      )
      return json(told, 201)
    }),
    row(
      { method: 'PUT', path: '/sandboxes/{sandboxID}/network', body: networkUpdate },
      async ({ params, body: { allow_internet_access: allowInternet, ...update }, caller: { userId } }) => {
        await machines.setNetwork(sandboxIdOf(params), { userId, network: egressOf(update, allowInternet) })
        return noContent()
      },
    ),
  ]
}
