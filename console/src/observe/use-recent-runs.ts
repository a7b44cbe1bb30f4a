import type { RunSummary } from 'anneal-contract/api.ts'
import { useEffect, useState } from 'react'
import { call, type Failure, withQuery } from '../api/api.ts'
import { asFailure } from '../api/use-load.ts'

const PAGE = 1000
/** More are not read: the page says so. */
export const MOST_RUNS = 10_000

export interface RecentRuns {
  runs: RunSummary[]
  isWhole: boolean
  now: number
}

/** All runs of a user since a moment, page by page. */
export function useRecentRuns(spanMs: number): { value: RecentRuns | undefined; failure: Failure | undefined } {
  const [state, setState] = useState<{ value?: RecentRuns; failure?: Failure }>({})
  useEffect(() => {
    const leaving = new AbortController()
    setState({})
    readRuns(Date.now(), spanMs, leaving.signal)
      .then((value) => setState({ value }))
      .catch((error) => !leaving.signal.aborted && setState({ failure: asFailure(error) }))
    return () => leaving.abort()
  }, [spanMs])
  return { value: state.value, failure: state.failure }
}

async function readRuns(now: number, spanMs: number, signal: AbortSignal): Promise<RecentRuns> {
  const runs: RunSummary[] = []
  while (runs.length < MOST_RUNS) {
    const before = runs.at(-1)?.runId
    const page = await call<{ runs: RunSummary[] }>(withQuery('/v1/runs', { limit: PAGE, before }), { signal })
    runs.push(...page.runs.filter(({ startedAt }) => startedAt >= now - spanMs))
    const isOlder = (page.runs.at(-1)?.startedAt ?? 0) < now - spanMs
    if (page.runs.length < PAGE || isOlder) return { runs, isWhole: true, now }
  }
  return { runs, isWhole: false, now }
}
