import { titleOfRun } from 'anneal-contract/title-of.ts'
import { lazy, type ReactNode, Suspense, useEffect } from 'react'
import { FailureNote } from '../part/state.tsx'
import { TabList } from '../part/tab-list.tsx'
import { go, setQuery, usePlace } from '../route/router.ts'
import { EventLog } from '../run/event-log.tsx'
import { RunHead } from '../run/run-head.tsx'
import { type RunView, useRun } from '../run/run-store.ts'
import { requestOf } from '../run/start-run.ts'
import { Story } from '../run/story.tsx'
import { Timeline } from '../run/timeline.tsx'
import { useThingName } from '../shell/document-title.ts'
import { watchRun } from '../shell/going.tsx'

const RunGraph = lazy(() => import('../run/run-graph.tsx').then((module) => ({ default: module.RunGraph })))

const VIEWS: Record<string, { name: string; draw(view: RunView): ReactNode }> = {
  story: { name: 'Story', draw: (view) => <Story view={view} onRun={(id) => go(`/runs/${id}`)} /> },
  timeline: { name: 'Timeline', draw: (view) => <Timeline view={view} /> },
  log: { name: 'Log', draw: (view) => <EventLog view={view} /> },
  graph: { name: 'Graph', draw: (view) => <RunGraph subject={`run:${view.id}`} /> },
  raw: { name: 'Raw', draw: (view) => <Raw view={view} /> },
}

/** One run in five views; what is selected in one is selected in all. */
export function OneRunPage({ id }: { id: string }) {
  const view = useRun(id)
  const { query } = usePlace()
  const chosen = query.get('view') ?? 'story'
  useEffect(() => watchRun(id), [id])
  const title = titleOfRun(requestOf(view)?.task, view.run.blocks)
  useThingName(title)
  if (view.failure)
    return <FailureNote failure={view.failure} list={{ noun: 'run', href: '/runs', word: 'All runs' }} />
  return (
    <div className="stack">
      <h1 className="cut" title={title}>
        {title || `Run ${id}`}
      </h1>
      <RunHead view={view} />
      <TabList
        label="Views"
        tabs={Object.entries(VIEWS).map(([key, { name }]) => ({ id: key, name }))}
        chosen={VIEWS[chosen] ? chosen : 'story'}
        onChoose={(next) => setQuery({ view: next })}
      />
      <Suspense fallback={<p className="quiet-text">Loading …</p>}>
        {(VIEWS[chosen] ?? VIEWS.story)?.draw(view)}
      </Suspense>
    </div>
  )
}

function Raw({ view }: { view: RunView }) {
  return (
    <section className="panel">
      <pre className="raw" tabIndex={0} data-version={view.version}>
        {JSON.stringify(view.run, null, 2).slice(0, 500_000)}
      </pre>
    </section>
  )
}
