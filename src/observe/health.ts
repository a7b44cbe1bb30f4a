import type { Health } from '../contract/api.ts'

const WORST_LAST = ['ok', 'degraded', 'down'] as const

/** The health of an engine is that of its worst component. */
export function healthOf(components: Health['components'], version: string): Health {
  const worst = Math.max(...Object.values(components).map(({ status }) => WORST_LAST.indexOf(status)))
  return { status: WORST_LAST[worst] ?? 'down', version, uptimeS: Math.round(process.uptime()), components }
}
