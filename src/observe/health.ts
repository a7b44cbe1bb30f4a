import type { Health } from '../contract/api.ts'
import { EngineError } from '../contract/errors.ts'
import type { Probe } from '../sandbox/sandbox.ts'

export interface HealthParts {
  version: string
  uptimeS: number
  pingStore(): Promise<void>
  probeSandbox(): Promise<Probe>
  slots: { busy: number; waiting: number }
}

type Component = Health['components'][string]
const WORST_LAST = ['ok', 'degraded', 'down'] as const

/** Answers without a key, so it tells states and no paths, names or addresses. */
export async function healthOf(parts: HealthParts): Promise<Health> {
  const components = {
    store: await parts.pingStore().then((): Component => ({ status: 'ok', detail: 'answers' }), downBecause),
    sandbox: await parts.probeSandbox().then(({ ok }): Component => {
      return ok
        ? { status: 'ok', detail: 'every wall stands' }
        : { status: 'down', detail: 'no code is run; see "anneal doctor"' }
    }),
    queue: { status: 'ok', detail: `${parts.slots.busy} running, ${parts.slots.waiting} waiting` } as Component,
  }
  const worst = Math.max(...Object.values(components).map(({ status }) => WORST_LAST.indexOf(status)))
  return { status: WORST_LAST[worst] ?? 'down', version: parts.version, uptimeS: Math.round(parts.uptimeS), components }
}

function downBecause(error: unknown): Component {
  if (!(error instanceof EngineError)) throw error
  return { status: 'down', detail: error.code }
}
