import { timeText } from '../part/words.ts'
import { setQuery, usePlace } from '../route/router.ts'
import type { RunView } from './run-store.ts'

interface Bar {
  name: string
  kind: string
  from: number
  to: number
  depth: number
  seq: number
  block: number | null
  attempt: number | null
}

const ROW_PX = 22

/** The time of a run as a flame: what lies below happened within what lies above. A bar that is chosen is chosen in every view. */
export function Timeline({ view }: { view: RunView }) {
  const { query } = usePlace()
  const bars = barsOf(view)
  const [whole] = bars
  if (!whole) return <p className="quiet-text">Nothing happened yet.</p>
  const total = Math.max(1, whole.to - whole.from)
  const depth = Math.max(...bars.map((bar) => bar.depth)) + 1
  return (
    <section className="panel inside stack" aria-label="Timeline">
      <div className="row apart small quiet-text">
        <span>0</span>
        <span>{timeText(total / 2)}</span>
        <span>{timeText(total)}</span>
      </div>
      <div className="flame" style={{ height: depth * ROW_PX }}>
        {bars.map((bar) => (
          <button
            key={bar.seq + bar.kind}
            type="button"
            className="flame-bar"
            data-kind={bar.kind}
            aria-pressed={query.get('event') === String(bar.seq)}
            title={`${bar.name}: ${timeText(bar.to - bar.from)}, from ${timeText(bar.from - whole.from)}`}
            style={{
              left: `${(100 * (bar.from - whole.from)) / total}%`,
              width: `max(3px, ${(100 * (bar.to - bar.from)) / total}%)`,
              top: bar.depth * ROW_PX,
            }}
            onClick={() =>
              setQuery({
                event: String(bar.seq),
                block: bar.block === null ? null : String(bar.block),
                attempt: bar.attempt === null ? null : String(bar.attempt),
              })
            }
          >
            {hasRoom(bar, total) && (
              <>
                {bar.name} <span className="small">{timeText(bar.to - bar.from)}</span>
              </>
            )}
          </button>
        ))}
      </div>
    </section>
  )
}

/** Words that would be cut are left to the title. */
const hasRoom = ({ name, from, to }: Bar, total: number): boolean => (to - from) / total > 0.03 + name.length / 100

function barsOf({ events, stages, run }: RunView): Bar[] {
  const [first] = events
  const last = events.at(-1)
  if (!first || !last) return []
  const end = run.state === 'ended' ? last.at : Date.now()
  const whole: Bar = {
    name: 'run',
    kind: 'run',
    from: first.at,
    to: end,
    depth: 0,
    seq: first.seq,
    block: null,
    attempt: null,
  }
  const several = run.blocks.length > 1
  const blocks = several
    ? run.blocks.flatMap(({ language }, block) => {
        const own = stages.spans.filter((span) => span.block === block)
        if (own.length === 0) return []
        const from = Math.min(...own.map((span) => span.from))
        const to = Math.max(...own.map((span) => span.to ?? end))
        return [
          {
            name: `block ${block + 1} ${language ?? ''}`,
            kind: 'block',
            from,
            to,
            depth: 1 + block * 3,
            seq: own[0]?.seq ?? 0,
            block,
            attempt: null,
          },
        ]
      })
    : []
  const depthOf = (block: number | null) => (several && block !== null ? 2 + block * 3 : 1)
  const named = stages.spans.map((span) => ({
    ...{ name: span.stage, kind: span.stage, from: span.from, to: span.to ?? end, seq: span.seq },
    ...{ depth: depthOf(span.block), block: span.block, attempt: span.attempt },
  }))
  return [whole, ...blocks, ...named, ...attemptsOf(events, end, depthOf)]
}

function attemptsOf(events: RunView['events'], end: number, depthOf: (block: number) => number): Bar[] {
  const bars: Bar[] = []
  for (const event of events) {
    if (event.type === 'attempt.start')
      bars.push({
        ...{ name: `attempt ${event.attempt}`, kind: 'attempt', from: event.at, to: end, seq: event.seq },
        ...{ depth: depthOf(event.block) + 1, block: event.block, attempt: event.attempt },
      })
    if (event.type === 'attempt.end') {
      const bar = bars.find(({ block, attempt }) => block === event.block && attempt === event.attempt)
      if (bar) bar.to = event.at
    }
  }
  return bars
}
