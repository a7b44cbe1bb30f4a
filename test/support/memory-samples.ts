const MEAN = { code: 'def mean(values):\n  return sum(values) / len(values)\n', language: 'python' }

/** Requests of the memory of programs, for tests that go through every route. */
export const memorySamples = {
  'POST /v1/memory/search': () => [
    { path: '/v1/memory/search', status: 200, body: { query: 'mean of a list' } },
    { path: '/v1/memory/search', status: 200, body: MEAN },
  ],
  'POST /v1/memory/suggestions': () => [{ path: '/v1/memory/suggestions', status: 200, body: MEAN }],
  'GET /v1/memory/analysis': () => [{ path: '/v1/memory/analysis', status: 200 }],
  'POST /v1/memory/patterns': () => [{ path: '/v1/memory/patterns', status: 200, body: { ...MEAN, task: 'mean' } }],
  'POST /v1/memory/import': () => [{ path: '/v1/memory/import', status: 200, body: { patterns: [MEAN] } }],
  'GET /v1/memory/patterns': () => [{ path: '/v1/memory/patterns?limit=3', status: 200 }],
  'GET /v1/memory/patterns/{patternId}': ({ patternId }: { patternId: string }) => [
    { path: `/v1/memory/patterns/${patternId}`, status: 200 },
  ],
  'DELETE /v1/memory/patterns/{patternId}': ({ patternId }: { patternId: string }) => [
    { path: `/v1/memory/patterns/${patternId}`, status: 204, method: 'DELETE' },
  ],
  'DELETE /v1/memory/patterns': ({ runId }: { runId: string }) => [
    { path: `/v1/memory/patterns?run=${runId}`, status: 200, method: 'DELETE' },
  ],
}
