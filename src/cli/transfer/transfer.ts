import type { ServerFlags } from '../connect.ts'
import type { Host } from '../host.ts'

/** A file that goes to the server or comes from it. */
export interface Transfer {
  host: Host
  flags: ServerFlags & { json?: boolean }
  /** Here; - is standard input or output. */
  file: string
  /** What the bar says. */
  what: string
}
