import { FailureNote } from '../part/state.tsx'
import { countText } from '../part/words.ts'
import { setQuery, usePlace } from '../route/router.ts'
import { LineChart } from './line-chart.tsx'
import { type Bucket, bucketsOf } from './run-series.ts'
import { MOST_RUNS, useRecentRuns } from './use-recent-runs.ts'

const HOUR_MS = 3_600_000
const SPANS: Record<string, number> = {
  'last hour': HOUR_MS,
  'last day': 24 * HOUR_MS,
  'last week': 168 * HOUR_MS,
  'last 30 days': 720 * HOUR_MS,
}

const share = (part: number, whole: number): number | null => (whole === 0 ? null : (100 * part) / whole)

const CHARTS: { title: string; unit: string; lines: Record<string, (bucket: Bucket) => number | null> }[] = [
  { title: 'Runs', unit: '', lines: { all: ({ runs }) => runs, failed: ({ failed }) => failed } },
  { title: 'Ended well', unit: '%', lines: { ok: ({ ok, runs }) => share(ok, runs) } },
  {
    title: 'Repaired, of those that ended well',
    unit: '%',
    lines: { repaired: ({ repaired, ok }) => share(repaired, ok) },
  },
  { title: 'Duration, median', unit: 'ms', lines: { median: ({ medianMs }) => medianMs } },
]

/** Your runs over time, counted from the list of runs. */
export function OverTime() {
  const { query } = usePlace()
  const name = query.get('span') ?? 'last day'
  const spanMs = SPANS[name] ?? 24 * HOUR_MS
  const { value, failure } = useRecentRuns(spanMs)
  const buckets = value && bucketsOf(value.runs, { now: value.now, spanMs })
  return (
    <section className="stack" aria-label="Over time">
      <div className="row">
        <h2>Your runs over time</h2>
        <select aria-label="Span of time" value={name} onChange={(event) => setQuery({ span: event.target.value })}>
          {Object.keys(SPANS).map((each) => (
            <option key={each}>{each}</option>
          ))}
        </select>
        {value && (
          <span className="small quiet-text">
            {countText(value.runs.length, 'run')}
            {!value.isWhole && `; older ones than the newest ${MOST_RUNS.toLocaleString('en')} are left out`}
          </span>
        )}
      </div>
      {failure && <FailureNote failure={failure} />}
      {buckets && (
        <div className="charts">
          {CHARTS.map((chart) => (
            <LineChart key={chart.title} {...chart} buckets={buckets} />
          ))}
        </div>
      )}
    </section>
  )
}
