import { z } from 'zod'
import { commandHistory, commandRequest, commandResult, commandVerdict } from '../../contract/command.ts'
import { commandId } from '../../contract/id.ts'
import { answers, type PartRoute, partRoute } from '../../contract/part-route.ts'
import { RUN_REFUSALS } from '../../contract/run-refusals.ts'
import type { CommandsApi } from './commands-api.ts'

const historyQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(1000).default(50),
  before: commandId.optional().describe('The last id of the page before'),
})

export function commandRoutes(commands: CommandsApi): PartRoute[] {
  return [
    partRoute(
      {
        method: 'POST',
        path: '/v1/commands',
        tag: 'Commands',
        operation: 'runCommand',
        summary: 'Run a command of the shell in a sandbox, if it is one that may be run',
        body: commandRequest,
        example: { body: { command: 'ls -l | wc -l' } },
        errors: ['COMMAND_REFUSED', ...RUN_REFUSALS],
        answers: answers(commandResult, 'What it printed and how it ended'),
      },
      ({ body, caller, request }) => commands.run(body, { userId: caller.userId, signal: request.signal }),
    ),
    partRoute(
      {
        method: 'POST',
        path: '/v1/commands/check',
        tag: 'Commands',
        operation: 'checkCommand',
        summary: 'Say whether a command may be run, without running it',
        body: commandRequest.pick({ command: true }),
        example: { body: { command: 'sudo ls' } },
        answers: answers(commandVerdict, 'The verdict, and the programs it would run'),
      },
      ({ body, request }) => commands.check(body.command, request.signal),
    ),
    partRoute(
      {
        method: 'GET',
        path: '/v1/commands',
        tag: 'Commands',
        operation: 'listCommands',
        summary: 'The commands you have run, or tried to, the newest first',
        query: historyQuery,
        answers: answers(commandHistory, 'One page of the history'),
      },
      ({ query: { limit, before }, caller }) =>
        commands.history({ userId: caller.userId, limit, ...(before && { before }) }),
    ),
  ]
}
