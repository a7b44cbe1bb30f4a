import type { z } from 'zod'
import { type CommandRequest, type CommandResult, commandRequest, commandResult } from '../../contract/command.ts'
import type { Action } from '../action.ts'
import { endOfRun } from './end-of-run.ts'

const input = commandRequest.omit({ session: true })

export interface ShellRunNeeds {
  commands: {
    run(request: CommandRequest, caller: { userId: string; signal: AbortSignal }): Promise<CommandResult>
  }
}

export const shellRun = ({ commands }: ShellRunNeeds): Action<z.infer<typeof input>, CommandResult> => ({
  type: 'shell.run',
  description: 'Runs a command of the shell in a sandbox, if it is one that may be run: 60 s and 10 MB unless told.',
  input,
  output: commandResult,
  reachOf({ options }, { sessionId, reachesOut }) {
    if (reachesOut || (options?.network?.allow ?? []).length > 0) return 'outside'
    return sessionId === undefined ? 'none' : 'inside'
  },
  async execute(request, { userId, sessionId, signal }) {
    const inSession = sessionId === undefined ? {} : { session: sessionId }
    const output = await commands.run({ ...request, ...inSession }, { userId, signal })
    return { ...endOfRun(output.outcome, output.error), output, runId: output.runId }
  },
})
