import { z } from 'zod'
import { type AnalyzeRequest, analysis } from '../contract/analysis.ts'
import { type GuardPolicy, type GuardRequest, guardPolicies, guardReport, guardRuleList } from '../contract/guard.ts'
import { type OptimizeRequest, type TestRequest, testReport } from '../contract/test-report.ts'
import type { CallOptions } from './client-options.ts'
import type { Transport } from './transport.ts'

/** Calls around executions: dangers, measures, tests. */
export function qualityCalls(transport: Transport) {
  const policy = '/v1/guard/policy'
  return {
    /** Looks for dangers without running the program. */
    guard: (request: GuardRequest, call?: CallOptions) =>
      transport.json(guardReport, { method: 'POST', path: '/v1/guard', body: request, ...call }),
    guardRules: (call?: CallOptions) =>
      transport.json(guardRuleList, { method: 'GET', path: '/v1/guard/rules', ...call }),
    guardPolicy: {
      get: (call?: CallOptions) => transport.json(guardPolicies, { method: 'GET', path: policy, ...call }),
      /** Replaces the previous policy. */
      set: (own: GuardPolicy, call?: CallOptions) =>
        transport.json(guardPolicies, { method: 'PUT', path: policy, body: own, ...call }),
      remove: (call?: CallOptions) =>
        transport.json(z.object({ removed: z.boolean() }), { method: 'DELETE', path: policy, ...call }),
    },
    /** Complexity, style and slow spots, without running the program. */
    analyze: (request: AnalyzeRequest, call?: CallOptions) =>
      transport.json(analysis, { method: 'POST', path: '/v1/analyze', body: request, ...call }),
    /** Makes tests for a program, runs them, and reports their coverage. */
    generateTests: (request: TestRequest, call?: CallOptions) =>
      transport.json(testReport, {
        method: 'POST',
        path: '/v1/tests',
        body: request,
        once: true,
        workMs: workOf(request),
        ...call,
      }),
    /** Leaves out redundant tests. */
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

/** The server's time limit for a call that names none; tests take their time. */
const USUAL_WORK_MS = 30_000
const workOf = ({ budgetMs = USUAL_WORK_MS }: TestRequest): number => budgetMs
