import type { CallOptions, Client } from '../../sdk/sdk.ts'
import type { Host } from '../host.ts'
import type { ShellLanguage } from './shell-languages.ts'

/** Where a shell is: changed by its commands. */
export interface ShellState {
  readonly host: Host
  readonly client: Client
  /** For what a command asks: Ctrl-C ends it. */
  call: CallOptions
  sessionId: string
  language: ShellLanguage
}
