import { z } from 'zod'
import { type AnalyzeRequest, analysis } from '../contract/analysis.ts'
import { type GuardPolicy, type GuardRequest, guardPolicies, guardReport, guardRuleList } from '../contract/guard.ts'
import { type OptimizeRequest, type TestRequest, testReport } from '../contract/test-report.ts'
import type { CallOptions } from './client-options.ts'
import type { Transport } from './transport.ts'

/** What stands around executions: dangers, measures, tests. */
export function qualityCalls(transport: Transport) {
  const policy = '/v1/guard/policy'
  return {
    /** Looks for dangers; nothing is run. */
    guard: (request: GuardRequest, call?: CallOptions) =>
      transport.json(guardReport, { method: 'POST', path: '/v1/guard', body: request, ...call }),
    guardRules: (call?: CallOptions) =>
      transport.json(guardRuleList, { method: 'GET', path: '/v1/guard/rules', ...call }),
    guardPolicy: {
      get: (call?: CallOptions) => transport.json(guardPolicies, { method: 'GET', path: policy, ...call }),
      /** In place of the one before. */
      set: (own: GuardPolicy, call?: CallOptions) =>
        transport.json(guardPolicies, { method: 'PUT', path: policy, body: own, ...call }),
      remove: (call?: CallOptions) =>
        transport.json(z.object({ removed: z.boolean() }), { method: 'DELETE', path: policy, ...call }),
    },
    /** Complexity, style and slow spots; nothing is run. */
    analyze: (request: AnalyzeRequest, call?: CallOptions) =>
      transport.json(analysis, { method: 'POST', path: '/v1/analyze', body: request, ...call }),
    /** Makes tests for a program, runs them, and tells what they cover. */
    generateTests: (request: TestRequest, call?: CallOptions) =>
      transport.json(testReport, {
        method: 'POST',
        path: '/v1/tests',
        body: request,
        once: true,
        workMs: workOf(request),
        ...call,
      }),
    /** Leaves out the tests that others make needless. */
    optimizeTests: (request: OptimizeRequest, call?: CallOptions) =>
      transport.json(testReport, {
        method: 'POST',
        path: '/v1/tests/optimize',
        body: request,
        once: true,
        workMs: USUAL_WORK_MS,
        ...call,
      }),
  }
}

/** Tests take their time; what the server makes of a call that names none. */
const USUAL_WORK_MS = 30_000
const workOf = ({ budgetMs = USUAL_WORK_MS }: TestRequest): number => budgetMs
