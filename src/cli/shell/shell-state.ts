import type { CallOptions, Client } from '../../sdk/sdk.ts'
import type { Host } from '../host.ts'
import type { ShellLanguage } from './shell-languages.ts'

/** The state of a shell, which its commands change. */
export interface ShellState {
  readonly host: Host
  readonly client: Client
  /** Options of the calls that a command makes: Ctrl-C ends them. */
  call: CallOptions
  sessionId: string
  language: ShellLanguage
}
