import { type CommandRequest, commandHistory, commandResult, commandVerdict } from '../contract/command.ts'
import type { CallOptions } from './client-options.ts'
import type { Transport } from './transport.ts'

/** Commands of the shell, run in sandboxes. */
export function commandCalls(transport: Transport) {
  const path = '/v1/commands'
  return {
    /** Refused with COMMAND_REFUSED unless the command may be run. */
    run: (request: CommandRequest, call?: CallOptions) =>
      transport.json(commandResult, {
        method: 'POST',
        path,
        body: request,
        once: true,
        workMs: workOf(request),
        ...call,
      }),
    check: (command: string, call?: CallOptions) =>
      transport.json(commandVerdict, { method: 'POST', path: `${path}/check`, body: { command }, ...call }),
    /** Newest first; `before` is the last id of the previous page. */
    history: (query?: { limit?: number; before?: string }, call?: CallOptions) =>
      transport.json(commandHistory, { method: 'GET', path, query: { ...query }, ...call }),
  }
}

/** The server's time limit for a command that names none. */
const USUAL_MS = 60_000
const workOf = ({ options }: CommandRequest): number => options?.limits?.timeoutMs ?? USUAL_MS
