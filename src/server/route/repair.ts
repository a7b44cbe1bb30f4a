import { z } from 'zod'
import { errorPattern, errorPatternList } from '../../contract/error-pattern.ts'
import { debugResult, diagnoseRequest, diagnoseResult, strategyList } from '../../contract/repair.ts'
import { runRequest } from '../../contract/run.ts'
import { RUN_REFUSALS } from '../../contract/run-refusals.ts'
import type { Engine } from '../../engine.ts'
import { answers, json, type Route, route } from '../http/route.ts'

export function repairRoutes(engine: Engine): Route[] {
  return [
    route(
      {
        method: 'POST',
        path: '/v1/diagnose',
        tag: 'Repair',
        operation: 'diagnose',
        summary: 'Say what an error means, without running anything',
        body: diagnoseRequest,
        example: { body: { language: 'python', code: 'prnt(1)', error: "NameError: name 'prnt' is not defined" } },
        errors: ['LANGUAGE_UNKNOWN', 'LANGUAGE_UNCLEAR'],
        answers: answers(diagnoseResult, 'What went wrong, where, and whether changing the program can help'),
      },
      async ({ body }) => json(await engine.diagnose(body)),
    ),
    route(
      {
        method: 'POST',
        path: '/v1/debug',
        tag: 'Repair',
        operation: 'debug',
        summary: 'Repair a program from the error it ended with elsewhere',
        body: runRequest,
        example: { body: { language: 'python', code: 'prnt(1)', error: "NameError: name 'prnt' is not defined" } },
        errors: RUN_REFUSALS,
        answers: answers(debugResult, 'The repaired program and what was done, or why it could not be'),
      },
      async ({ body, caller, request }) =>
        json(await engine.debugCode(body, { userId: caller.userId, signal: request.signal })),
    ),
    route(
      {
        method: 'GET',
        path: '/v1/error-patterns',
        tag: 'Repair',
        operation: 'listErrorPatterns',
        summary: 'Kinds of failures that were added to the built-in ones',
        answers: answers(errorPatternList, 'The patterns, the first to be asked first'),
      },
      async () => json(engine.errorPatterns.list()),
    ),
    route(
      {
        method: 'POST',
        path: '/v1/error-patterns',
        tag: 'Repair',
        operation: 'saveErrorPattern',
        summary: 'Add a kind of failure, or change one that was added',
        access: 'admin',
        body: errorPattern,
        example: {
          body: { id: 'team/quota', type: 'QuotaError', category: 'resource', explain: 'The quota is spent.' },
        },
        answers: answers(errorPattern, 'The pattern as it is kept'),
      },
      async ({ body, caller }) => json(await engine.errorPatterns.add(body, caller.userId)),
    ),
    route(
      {
        method: 'DELETE',
        path: '/v1/error-patterns',
        tag: 'Repair',
        operation: 'deleteErrorPattern',
        summary: 'Remove a kind of failure that was added here',
        access: 'admin',
        query: z.strictObject({ id: z.string().max(100) }),
        example: { query: { id: 'team/quota' } },
        answers: answers(z.object({ removed: z.boolean() }), 'Whether there was one'),
      },
      async ({ query, caller }) => json(await engine.errorPatterns.remove(query.id, caller.userId)),
    ),
    route(
      {
        method: 'GET',
        path: '/v1/strategies',
        tag: 'Repair',
        operation: 'listStrategies',
        summary: 'All ways to repair a program, with what was learnt about each',
        answers: answers(strategyList, 'The strategies'),
      },
      async () => json({ strategies: await engine.strategies.list() }),
    ),
    route(
      {
        method: 'DELETE',
        path: '/v1/strategies/learned',
        tag: 'Repair',
        operation: 'forgetStrategies',
        summary: 'Forget what was learnt about strategies',
        access: 'admin',
        answers: answers(strategyList, 'The strategies as they are now'),
      },
      async () => {
        await engine.strategies.reset()
        return json({ strategies: await engine.strategies.list() })
      },
    ),
  ]
}
