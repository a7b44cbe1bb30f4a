import type { Host } from '../host.ts'

/** One document, indented: jq and people read it alike. */
export function printJson(host: Host, value: unknown): Promise<void> {
  return host.stdout.write(`${JSON.stringify(value, null, 2)}\n`)
}
