import type { RunEvent } from 'anneal-contract/event.ts'
import { useMemo, useState } from 'react'
import { VirtualList } from '../part/virtual-list.tsx'
import { countText } from '../part/words.ts'
import { setQuery, usePlace } from '../route/router.ts'
import type { RunView } from './run-store.ts'

const ROW_PX = 26

/** Every event of a run as a line; the chosen one is shown whole. */
export function EventLog({ view }: { view: RunView }) {
  const { query } = usePlace()
  const [wanted, setWanted] = useState('')
  const { events, version } = view
  // biome-ignore lint/correctness/useExhaustiveDependencies: events grow in place, and the version tells of it.
  const found = useMemo(() => {
    const low = wanted.toLowerCase()
    return low === '' ? events : events.filter((event) => JSON.stringify(event).toLowerCase().includes(low))
  }, [events, version, wanted])
  const seq = Number(query.get('event') ?? 0)
  const chosen = events.find((event) => event.seq === seq)
  const first = events[0]?.at ?? 0
  const at = found.findIndex((event) => event.seq === seq)
  return (
    <div className="event-log">
      <section className="panel stack" style={{ gap: 0 }} aria-label="Events in their order">
        <div className="log-bar row">
          <input
            className="grow"
            aria-label="Search in the events"
            placeholder="Search in the events"
            value={wanted}
            onChange={(event) => setWanted(event.target.value)}
          />
          <span className="small quiet-text">{countText(found.length, 'event')}</span>
        </div>
        <VirtualList count={found.length} rowPx={ROW_PX} label="Events" {...(at >= 0 && { first: at })}>
          {(index) => {
            const event = found[index]
            return event ? (
              <EventRow key={event.seq} event={event} sinceMs={event.at - first} isChosen={event.seq === seq} />
            ) : null
          }}
        </VirtualList>
      </section>
      {chosen && (
        <section className="panel" aria-label="The chosen event">
          <pre className="raw" tabIndex={0}>
            {JSON.stringify(chosen, null, 2).slice(0, 200_000)}
          </pre>
        </section>
      )}
    </div>
  )
}

function EventRow({ event, sinceMs, isChosen }: { event: RunEvent; sinceMs: number; isChosen: boolean }) {
  const choose = () =>
    setQuery({
      event: String(event.seq),
      ...('block' in event && event.block !== undefined && { block: String(event.block) }),
      ...('attempt' in event && event.attempt !== undefined && { attempt: String(event.attempt) }),
    })
  return (
    <button type="button" className="event-row" aria-pressed={isChosen} onClick={choose}>
      <span className="number">{event.seq}</span>
      <span className="number">+{Math.round(sinceMs)} ms</span>
      <strong>{event.type}</strong>
      <span className="cut quiet-text">{detailOf(event)}</span>
    </button>
  )
}

function detailOf(event: RunEvent): string {
  switch (event.type) {
    case 'output.delta':
      return `${event.stream}: ${event.text.slice(0, 200)}`
    case 'stage.start':
    case 'stage.end':
      return event.stage
    case 'attempt.start':
      return event.why ?? `attempt ${event.attempt}`
    case 'attempt.end':
      return `${event.endedBy}, exit code ${event.exitCode}`
    case 'error.diagnosed':
      return event.diagnosis.explanation
    case 'run.end':
      return event.outcome
    case 'file.written':
      return event.path
    default:
      return ''
  }
}
