import type { RunSummary } from 'anneal-contract/api.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { call, type Failure, withQuery } from '../api/api.ts'
import { asFailure } from '../api/use-load.ts'

const PAGE = 200
const FRESH_MS = 4000

/** Pages of runs as they are scrolled to; the first page is looked at again now and then. */
export function useRuns() {
  const [runs, setRuns] = useState<RunSummary[]>([])
  const [state, setState] = useState<{ failure?: Failure; isLoading: boolean; isWhole: boolean }>({
    isLoading: true,
    isWhole: false,
  })
  const isBusy = useRef(false)
  const load = useCallback(async (before?: string) => {
    if (isBusy.current) return
    isBusy.current = true
    try {
      const page = await call<{ runs: RunSummary[] }>(withQuery('/v1/runs', { limit: PAGE, before }))
      setRuns((known) => joined(known, page.runs))
      setState(({ isWhole }) => ({ isLoading: false, isWhole: isWhole || page.runs.length < PAGE }))
    } catch (error) {
      setState((now) => ({ ...now, isLoading: false, failure: asFailure(error) }))
    } finally {
      isBusy.current = false
    }
  }, [])
  useEffect(() => {
    void load()
    const timer = setInterval(() => document.visibilityState === 'visible' && void load(), FRESH_MS)
    return () => clearInterval(timer)
  }, [load])
  const last = runs.at(-1)?.runId
  const more = useCallback(() => void (last && load(last)), [last, load])
  return { runs, ...state, more, reload: () => void load() }
}

function joined(known: RunSummary[], fresh: RunSummary[]): RunSummary[] {
  const all = new Map([...known, ...fresh].map((run) => [run.runId, run]))
  return [...all.values()].sort((one, other) => other.startedAt - one.startedAt || (one.runId < other.runId ? 1 : -1))
}
