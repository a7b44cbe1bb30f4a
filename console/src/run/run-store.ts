import type { EngineEvent, RunEvent } from 'anneal-contract/event.ts'
import { applyEvent, emptyRun } from 'anneal-contract/reduce-run.ts'
import type { RunResult } from 'anneal-contract/run.ts'
import { IDLE, type Reflection, reflectionAfter } from 'anneal-react/reflection.ts'
import { useSyncExternalStore } from 'react'
import { type Failure, open as openPath } from '../api/api.ts'
import { follow } from '../api/follow.ts'
import { asFailure } from '../api/use-load.ts'
import { LogLines } from './log-lines.ts'
import { StageSpans } from './stages.ts'

/** One run as events have told it so far. The objects change in place; `version` tells that they did. */
export interface RunView {
  id: string
  version: number
  run: RunResult
  events: RunEvent[]
  log: LogLines
  stages: StageSpans
  reflection: Reflection
  failure: Failure | undefined
  isConnected: boolean
}

export interface RunStore {
  subscribe(listener: () => void): () => void
  view(): RunView
}

const stores = new Map<string, { store: RunStore; readers: number; close(): void }>()
/** A store that nobody reads is kept for a moment: another page may want the same run. */
const KEPT_MS = 5000

function createRunStore(id: string): { store: RunStore; close(): void } {
  const leaving = new AbortController()
  const listeners = new Set<() => void>()
  let view: RunView = {
    ...{ id, version: 0, run: emptyRun(), events: [], log: new LogLines(), stages: new StageSpans() },
    ...{ reflection: IDLE, failure: undefined, isConnected: true },
  }
  let isAsked = false
  const tell = () => {
    if (isAsked) return
    isAsked = true
    // Many events become one drawing; a page in the background has no frames.
    const draw = () => {
      isAsked = false
      view = { ...view, version: view.version + 1 }
      for (const listener of listeners) listener()
    }
    if (document.visibilityState === 'visible') requestAnimationFrame(draw)
    else setTimeout(draw, 100)
  }
  const take = (event: EngineEvent) => {
    const told = event as RunEvent
    applyEvent(view.run, told)
    view.events.push(told)
    view.stages.add(told)
    view.reflection = reflectionAfter(view.reflection, told)
    if (told.type === 'output.delta') view.log.add(told)
    if (told.type === 'run.resumed') view.log = new LogLines()
  }
  follow({
    path: `/v1/runs/${id}/events`,
    signal: leaving.signal,
    isOver: () => view.run.state === 'ended',
    onConnection: (isConnected) => {
      if (isConnected === view.isConnected) return
      view.isConnected = isConnected
      tell()
    },
    onEvents: (events) => {
      for (const event of events) take(event)
      tell()
    },
  }).catch((error) => {
    view.failure = asFailure(error)
    tell()
  })
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  return { store: { subscribe, view: () => view }, close: () => leaving.abort() }
}

/** All readers of a run share one stream. */
function storeOf(id: string): RunStore {
  const found = stores.get(id)
  if (found) return found.store
  const made = createRunStore(id)
  const entry = { ...made, readers: 0 }
  stores.set(id, entry)
  const { subscribe } = made.store
  made.store.subscribe = (listener) => {
    entry.readers++
    const leave = subscribe(listener)
    return () => {
      leave()
      entry.readers--
      setTimeout(() => {
        if (entry.readers > 0 || stores.get(id) !== entry) return
        stores.delete(id)
        entry.close()
      }, KEPT_MS)
    }
  }
  return made.store
}

export function useRun(id: string): RunView {
  const store = storeOf(id)
  return useSyncExternalStore(store.subscribe, store.view)
}

export const cancelRun = (id: string) => openPath(`/v1/runs/${id}/cancel`, { method: 'POST' })
