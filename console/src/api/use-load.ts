import { useCallback, useEffect, useRef, useState } from 'react'
import { call, Failure } from './api.ts'

export interface Loaded<T> {
  value: T | undefined
  failure: Failure | undefined
  isLoading: boolean
  reload(): void
}

/** Loads JSON from a path, again when the path changes, on `reload`, and every `everyMs` while the page is seen. */
export function useLoad<T>(path: string | null, { everyMs }: { everyMs?: number } = {}): Loaded<T> {
  const [state, setState] = useState<{ path: string | null; value?: T; failure?: Failure }>({ path: null })
  const [turn, setTurn] = useState(0)
  const reload = useCallback(() => setTurn((before) => before + 1), [])
  const shown = useRef(path)
  shown.current = path
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new turn loads again.
  useEffect(() => {
    if (path === null) return
    const leaving = new AbortController()
    call<T>(path, { signal: leaving.signal })
      .then((value) => !leaving.signal.aborted && setState({ path, value }))
      .catch((error) => {
        if (leaving.signal.aborted) return
        const failure = asFailure(error)
        setState((before) => (before.path === path ? { ...before, failure } : { path, failure }))
      })
    return () => leaving.abort()
  }, [path, turn])
  useEffect(() => {
    if (everyMs === undefined || path === null) return
    const timer = setInterval(() => document.visibilityState === 'visible' && reload(), everyMs)
    return () => clearInterval(timer)
  }, [everyMs, path, reload])
  const isHere = state.path === path
  return {
    value: isHere ? state.value : undefined,
    failure: isHere ? state.failure : undefined,
    isLoading: path !== null && (!isHere || (state.value === undefined && state.failure === undefined)),
    reload,
  }
}

/** Failures of ours have words already; anything else is a fault of this page. */
export function asFailure(error: unknown): Failure {
  if (error instanceof Failure) return error
  const message = error instanceof Error ? error.message : String(error)
  return new Failure({ code: 'PAGE', status: 0, message, hint: 'Reload the page; if it happens again, tell us how.' })
}
