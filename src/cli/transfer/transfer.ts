import type { ServerFlags } from '../connect.ts'
import type { Host } from '../host.ts'

/** A file that goes to the server or comes from it. */
export interface Transfer {
  host: Host
  flags: ServerFlags & { json?: boolean }
  /** The local path; - is standard input or output. */
  file: string
  /** The label of the bar. */
  what: string
}
