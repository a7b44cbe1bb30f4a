import { z } from 'zod'
import { patternId, runId } from '../../contract/id.ts'
import {
  codePattern,
  forgotten,
  imported,
  memoryAnalysis,
  memoryFound,
  memorySearch,
  patternImport,
  patternList,
  patternRequest,
  patternSuggestions,
} from '../../contract/memory.ts'
import { answers, type PartRoute, partRoute } from '../../contract/part-route.ts'
import type { PatternsApi } from './patterns-api.ts'

const listQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(1000).default(50),
  before: patternId.optional().describe('The last id of the page before'),
})
const suggestionRequest = z.strictObject({
  code: z.string().min(1).max(200_000),
  language: z.string().min(1).max(40).optional(),
  limit: z.int().min(1).max(20).optional(),
})
const one = { params: z.object({ patternId }), tag: 'Memory', errors: ['PATTERN_NOT_FOUND'] } as const
const EXAMPLE = 'def mean(values):\n    return sum(values) / len(values)'

/** The memory of programs over HTTP. */
export function patternRoutes(patterns: PatternsApi): PartRoute[] {
  return [...searchRoutes(patterns), ...keepingRoutes(patterns)]
}

function searchRoutes(patterns: PatternsApi): PartRoute[] {
  return [
    partRoute(
      {
        ...{ method: 'POST', path: '/v1/memory/search', tag: 'Memory', operation: 'searchMemory' },
        summary: 'Find remembered programs by words, by the name of a function, or by code like them',
        body: memorySearch,
        errors: ['AGENT_NOT_FOUND'],
        example: { body: { query: 'mean of a list', language: 'python' } },
        answers: answers(memoryFound, 'Your programs, the best first'),
      },
      async ({ body, caller }) => ({ patterns: await patterns.findSimilarPatterns(body, caller.userId) }),
    ),
    partRoute(
      {
        ...{ method: 'POST', path: '/v1/memory/suggestions', tag: 'Memory', operation: 'suggestFromMemory' },
        summary: 'Tell which remembered programs may be better than this one, and why',
        body: suggestionRequest,
        example: { body: { code: EXAMPLE, language: 'python' } },
        answers: answers(patternSuggestions, 'Each with its difference and the reasons for it'),
      },
      async ({ body, caller }) => ({ suggestions: await patterns.getPatternSuggestions(body, caller.userId) }),
    ),
    partRoute(
      {
        ...{ method: 'GET', path: '/v1/memory/analysis', tag: 'Memory', operation: 'analyseMemory' },
        summary: 'Tell what recurs in your remembered programs, and which failures came again',
        answers: answers(memoryAnalysis, 'Counts and the programs behind them'),
      },
      ({ caller }) => patterns.analyse(caller.userId),
    ),
  ]
}

function keepingRoutes(patterns: PatternsApi): PartRoute[] {
  return [
    partRoute(
      {
        ...{ method: 'POST', path: '/v1/memory/patterns', tag: 'Memory', operation: 'storePattern' },
        summary: 'Remember a program; a copy of a known one joins it',
        body: patternRequest,
        example: { body: { code: EXAMPLE, language: 'python', task: 'mean of a list' } },
        errors: ['MEMORY_FULL'],
        answers: answers(codePattern, 'It as it is remembered'),
      },
      async ({ body, caller }) => (await patterns.storePattern(body, caller.userId)).pattern,
    ),
    partRoute(
      {
        ...{ method: 'GET', path: '/v1/memory/patterns', tag: 'Memory', operation: 'listPatterns' },
        summary: 'Your remembered programs, the newest first; all of them, page by page, are an export',
        query: listQuery,
        answers: answers(patternList, 'One page'),
      },
      async ({ query, caller }) => ({ patterns: await patterns.list({ ...query, userId: caller.userId }) }),
    ),
    partRoute(
      {
        ...{ method: 'POST', path: '/v1/memory/import', tag: 'Memory', operation: 'importPatterns' },
        summary: 'Remember programs of an export; their counts and runs stay behind, since nothing here proves them',
        body: patternImport,
        example: { body: { patterns: [{ code: EXAMPLE, language: 'python' }] } },
        errors: ['MEMORY_FULL'],
        answers: answers(imported, 'How many were new'),
      },
      async ({ body, caller }) => {
        let added = 0
        for (const { code, language, task, tests } of body.patterns) {
          const given = { code, language, ...(task !== undefined && { task }), ...(tests && { tests }) }
          if ((await patterns.storePattern(given, caller.userId)).isNew) added++
        }
        return { added, joined: body.patterns.length - added }
      },
    ),
    partRoute(
      {
        ...one,
        ...{ method: 'GET', path: '/v1/memory/patterns/{patternId}', operation: 'getPattern' },
        summary: 'One remembered program, with the runs that prove it',
        answers: answers(codePattern, 'It as it is remembered'),
      },
      ({ params, caller }) => patterns.get(params.patternId, caller.userId),
    ),
    partRoute(
      {
        ...one,
        ...{ method: 'DELETE', path: '/v1/memory/patterns/{patternId}', operation: 'forgetPattern' },
        summary: 'Forget a program',
        answers: [{ status: 204, description: 'It is gone' }],
      },
      ({ params, caller }) => patterns.forget(params.patternId, caller.userId),
    ),
    partRoute(
      {
        ...{ method: 'DELETE', path: '/v1/memory/patterns', tag: 'Memory', operation: 'forgetRun' },
        summary: 'Forget the programs and repairs that this run alone taught',
        query: z.strictObject({ run: runId }),
        example: { query: { run: 'run01jr5c2k7h3m0v9t4qd6e' } },
        answers: answers(forgotten, 'How many are gone'),
      },
      async ({ query, caller }) => ({ forgotten: await patterns.forgetRun(query.run, caller.userId) }),
    ),
  ]
}
