import { z } from 'zod'
import type { ControlEngine } from './control-engine.ts'
import type { ControlRoute } from './control-route.ts'
import { egressOf, networkUpdate } from './network-config.ts'
import { FIRST, type Generation, newSandboxOf, SECOND } from './new-sandbox.ts'
import { parseBody } from './parse-body.ts'
import { sandboxAnswers } from './sandbox-answer.ts'
import { sandboxIdOf } from './sandbox-id-of.ts'
import { timeoutMsOf, timeoutSeconds } from './timeout-seconds.ts'

const MOST_FORKS = 100
const fork = z.object({
  timeout: timeoutSeconds.nullish(),
  count: z.number().int().min(1).max(MOST_FORKS).nullish(),
})

/** Making sandboxes, and looking at one. */
export function sandboxRoutes({ machines, config }: Pick<ControlEngine, 'machines' | 'config'>): ControlRoute[] {
  const answers = sandboxAnswers(config)
  const create =
    (generation: Generation): ControlRoute['handle'] =>
    async ({ body, caller: { userId } }) => {
      const info = await machines.create(newSandboxOf(body, generation), userId)
      return { status: 201, body: answers.sandbox(info) }
    }
  return [
    { method: 'POST', path: '/sandboxes', handle: create(FIRST) },
    { method: 'POST', path: '/v2/sandboxes', handle: create(SECOND) },
    {
      method: 'GET',
      path: '/sandboxes/{sandboxID}',
      handle: async ({ params, caller: { userId } }) => ({
        status: 200,
        body: answers.detail(await machines.get(sandboxIdOf(params), userId)),
      }),
    },
    {
      method: 'POST',
      path: '/sandboxes/{sandboxID}/fork',
      async handle({ params, body, caller: { userId } }) {
        const { timeout, count } = parseBody(fork, body)
        const copies = await machines.fork(sandboxIdOf(params), { userId, count: count ?? 1, ...timeoutMsOf(timeout) })
        const told = copies.map((copy) =>
          'problem' in copy ? { error: { code: 500, message: copy.problem } } : { sandbox: answers.sandbox(copy) },
        )
        return { status: 201, body: told }
      },
    },
    {
      method: 'PUT',
      path: '/sandboxes/{sandboxID}/network',
      async handle({ params, body, caller: { userId } }) {
        const { allow_internet_access: allowInternet, ...update } = parseBody(networkUpdate, body)
        await machines.setNetwork(sandboxIdOf(params), { userId, network: egressOf(update, allowInternet) })
        return { status: 204 }
      },
    },
  ]
}
