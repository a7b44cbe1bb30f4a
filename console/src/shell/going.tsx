import { IDLE } from 'anneal-react/reflection.ts'
import { ReflectionIndicator } from 'anneal-react/reflection-indicator.ts'
import { useElapsed } from 'anneal-react/use-reflection-state.ts'
import { useSyncExternalStore } from 'react'
import { Link } from '../route/link.tsx'
import { useRun } from '../run/run-store.ts'

let watched: string | undefined
const listeners = new Set<() => void>()

/** The run that was looked at last is the one whose state the head of every page shows. */
export function watchRun(id: string): void {
  if (watched === id) return
  watched = id
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function Going() {
  const id = useSyncExternalStore(subscribe, () => watched)
  return id === undefined ? <ReflectionIndicator {...IDLE} /> : <RunGoing id={id} />
}

function RunGoing({ id }: { id: string }) {
  const { reflection } = useRun(id)
  const elapsedMs = useElapsed(reflection.state !== 'idle')
  return (
    <Link href={`/runs/${id}`} className="row" title="The run that you looked at last">
      <ReflectionIndicator {...reflection} elapsedMs={elapsedMs} />
    </Link>
  )
}
