import { patternId } from '../contract/id.ts'
import {
  codePattern,
  forgotten,
  imported,
  type MemorySearch,
  memoryAnalysis,
  memoryFound,
  type PatternRequest,
  patternList,
  patternSuggestions,
} from '../contract/memory.ts'
import { localError } from './api-error.ts'
import type { CallOptions } from './client-options.ts'
import type { Transport } from './transport.ts'

/** Programs that worked, found again by words or by code. */
export function memoryCalls(transport: Transport) {
  const path = '/v1/memory'
  return {
    search: (search: MemorySearch, call?: CallOptions) =>
      transport.json(memoryFound, { method: 'POST', path: `${path}/search`, body: search, ...call }),
    /** Known programs that may be better than this one. */
    suggest: (request: { code: string; language?: string; limit?: number }, call?: CallOptions) =>
      transport.json(patternSuggestions, { method: 'POST', path: `${path}/suggestions`, body: request, ...call }),
    analysis: (call?: CallOptions) =>
      transport.json(memoryAnalysis, { method: 'GET', path: `${path}/analysis`, ...call }),
    store: (pattern: PatternRequest, call?: CallOptions) =>
      transport.json(codePattern, { method: 'POST', path: `${path}/patterns`, body: pattern, ...call }),
    import: (patterns: readonly PatternRequest[], call?: CallOptions) =>
      transport.json(imported, { method: 'POST', path: `${path}/import`, body: { patterns }, ...call }),
    /** Newest first; `before` is the last id of the previous page. */
    list: (query?: { limit?: number; before?: string }, call?: CallOptions) =>
      transport.json(patternList, { method: 'GET', path: `${path}/patterns`, query: { ...query }, ...call }),
    get: async (id: string, call?: CallOptions) =>
      transport.json(codePattern, { method: 'GET', path: `${path}/patterns/${known(id)}`, ...call }),
    forget: async (id: string, call?: CallOptions): Promise<string> =>
      transport.text({ method: 'DELETE', path: `${path}/patterns/${known(id)}`, ...call }),
    /** Forgets what this run alone taught. */
    forgetRun: (runId: string, call?: CallOptions) =>
      transport.json(forgotten, { method: 'DELETE', path: `${path}/patterns`, query: { run: runId }, ...call }),
  }
}

/** Ids become part of a path, so only valid ids are accepted. */
function known(id: string): string {
  if (patternId.safeParse(id).success) return id
  throw localError('PATTERN_NOT_FOUND', { patternId: id })
}
