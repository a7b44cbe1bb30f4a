import { z } from 'zod'
import { analysis, analyzeRequest } from '../../contract/analysis.ts'
import { guardPolicies, guardPolicy, guardReport, guardRequest, guardRuleList } from '../../contract/guard.ts'
import { RUN_REFUSALS } from '../../contract/run-refusals.ts'
import { optimizeRequest, testReport, testRequest } from '../../contract/test-report.ts'
import type { Engine } from '../../engine.ts'
import { answers, json, type Route, route } from '../http/route.ts'

const TEST_FILE = `import unittest
from program import double


class DoubleTest(unittest.TestCase):
    def test_double(self):
        self.assertEqual(double(2), 4)
`

export function qualityRoutes({ quality, tests }: Engine): Route[] {
  return [
    route(
      {
        method: 'POST',
        path: '/v1/guard',
        tag: 'Programs',
        operation: 'guard',
        summary: 'Look for dangers in a program without running it',
        body: guardRequest,
        example: { body: { language: 'python', code: 'import os\nos.system(input())' } },
        errors: ['LANGUAGE_UNKNOWN', 'LANGUAGE_UNCLEAR', 'NOT_READ'],
        answers: answers(guardReport, 'What was found, and what the policy makes of it'),
      },
      async ({ body, caller, request }) => json(await quality.guard(body, caller.userId, request.signal)),
    ),
    route(
      {
        method: 'GET',
        path: '/v1/guard/rules',
        tag: 'Programs',
        operation: 'listGuardRules',
        summary: 'All rules about dangers',
        answers: answers(guardRuleList, 'The rules'),
      },
      async () => json(await quality.guardRules()),
    ),
    route(
      {
        method: 'GET',
        path: '/v1/guard/policy',
        tag: 'Programs',
        operation: 'getGuardPolicy',
        summary: 'What is done about dangers: the policy of the server, and yours',
        answers: answers(guardPolicies, 'Both'),
      },
      async ({ caller }) => json(await quality.guardPolicies.get(caller.userId)),
    ),
    route(
      {
        method: 'PUT',
        path: '/v1/guard/policy',
        tag: 'Programs',
        operation: 'setGuardPolicy',
        summary: 'Set your own policy, in place of the one before',
        body: guardPolicy,
        example: { body: { severities: { high: 'block' } } },
        answers: answers(guardPolicies, 'Both'),
      },
      async ({ body, caller }) => {
        await quality.guardPolicies.put(caller.userId, body)
        return json(await quality.guardPolicies.get(caller.userId))
      },
    ),
    route(
      {
        method: 'DELETE',
        path: '/v1/guard/policy',
        tag: 'Programs',
        operation: 'deleteGuardPolicy',
        summary: 'Remove your own policy: that of the server counts again',
        answers: answers(z.object({ removed: z.boolean() }), 'Whether there was one'),
      },
      async ({ caller }) => json({ removed: await quality.guardPolicies.remove(caller.userId) }),
    ),
    route(
      {
        method: 'POST',
        path: '/v1/analyze',
        tag: 'Programs',
        operation: 'analyze',
        summary: 'Tell complexity, style and slow spots of a program without running it',
        body: analyzeRequest,
        example: { body: { language: 'python', code: 'def double(n):\n    return n * 2\n' } },
        errors: ['LANGUAGE_UNKNOWN', 'LANGUAGE_UNCLEAR', 'NOT_READ'],
        answers: answers(analysis, 'Measures and findings'),
      },
      async ({ body, request }) => json(await quality.analyze(body, request.signal)),
    ),
    route(
      {
        method: 'POST',
        path: '/v1/tests',
        tag: 'Programs',
        operation: 'makeTests',
        summary: 'Make tests for a program, run them, and tell what they cover',
        body: testRequest,
        example: { body: { language: 'python', code: 'def double(n: int):\n    return n * 2\n' } },
        errors: RUN_REFUSALS,
        answers: answers(testReport, 'A test file to keep, and what came of each case'),
      },
      async ({ body, caller, request }) =>
        json(await tests.make(body, { userId: caller.userId, signal: request.signal })),
    ),
    route(
      {
        method: 'POST',
        path: '/v1/tests/optimize',
        tag: 'Programs',
        operation: 'optimizeTests',
        summary: 'Leave out the tests that others make needless',
        body: optimizeRequest,
        example: {
          body: {
            code: 'def double(n: int):\n    return n * 2\n',
            fileName: 'program.py',
            tests: { name: 'test_program.py', content: TEST_FILE },
          },
        },
        errors: RUN_REFUSALS,
        answers: answers(testReport, 'The file with what is left, and what was dropped'),
      },
      async ({ body, caller, request }) =>
        json(await tests.optimize(body, { userId: caller.userId, signal: request.signal })),
    ),
  ]
}
