import type { Host } from '../host.ts'

/** Prints one indented document, for jq and for people. */
export function printJson(host: Host, value: unknown): Promise<void> {
  return host.stdout.write(`${JSON.stringify(value, null, 2)}\n`)
}
