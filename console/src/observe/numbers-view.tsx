import type { Duration, Stats } from 'anneal-contract/api.ts'
import { withQuery } from '../api/api.ts'
import { useLoad } from '../api/use-load.ts'
import { useMe } from '../me.ts'
import { RowsTable } from '../part/rows-table.tsx'
import { Await } from '../part/state.tsx'
import { timeText } from '../part/words.ts'
import { Chart } from '../run/chart.tsx'
import { OverTime } from './over-time.tsx'

const OUTCOMES = ['ok', 'failed', 'blocked', 'cancelled', 'error'] as const
const MOST_ERRORS = 8

/** Counts and times since the first run; an administrator sees those of everybody. */
export function NumbersView() {
  const { scope } = useMe()
  const stats = useLoad<Stats>(withQuery('/v1/stats', { scope: scope === 'admin' ? 'all' : 'own' }), { everyMs: 5000 })
  return (
    <Await of={stats}>
      {(value) => (
        <>
          <Tiles of={value} />
          <OverTime />
          <div className="charts">
            <section className="panel inside">
              <Chart
                chart={{
                  title: 'Runs by outcome',
                  elements: OUTCOMES.map((label) => ({ label, value: value.runs[label] })),
                }}
              />
            </section>
            {value.errors.length > 0 && <Errors of={value} />}
          </div>
          {value.byLanguage.length > 0 && <Languages of={value} />}
        </>
      )}
    </Await>
  )
}

const medianText = (duration: Duration | null): string => (duration === null ? '–' : timeText(duration.p50Ms))

function Tiles({ of: { runs, executions } }: { of: Stats }) {
  const values = {
    runs: runs.total.toLocaleString('en'),
    'going on': String(runs.running),
    'ended well': runs.successRate === null ? '–' : `${Math.round(runs.successRate * 100)} %`,
    'execution, median': medianText(executions.duration),
    'wait for a sandbox, median': medianText(executions.wait),
    'sandbox ready, median': medianText(executions.start),
  }
  return (
    <div className="tiles">
      {Object.entries(values).map(([name, value]) => (
        <div key={name} className="panel tile">
          <span className="quiet-text small">{name}</span>
          <strong>{value}</strong>
        </div>
      ))}
    </div>
  )
}

function Errors({ of: { errors } }: { of: Stats }) {
  const elements = errors.slice(0, MOST_ERRORS).map(({ type, count }) => ({ label: type, value: count }))
  return (
    <section className="panel inside">
      <Chart chart={{ title: 'Errors of programs', elements }} />
    </section>
  )
}

function Languages({ of: { byLanguage } }: { of: Stats }) {
  return (
    <RowsTable
      rows={byLanguage}
      label="Executions by language"
      keyOf={({ language }) => language}
      numbers={['Executions', 'Ended well', 'Median', 'p95']}
      columns={{
        Language: ({ language }) => language,
        Executions: ({ executions }) => executions.toLocaleString('en'),
        'Ended well': ({ succeeded }) => succeeded.toLocaleString('en'),
        Median: ({ duration }) => medianText(duration),
        p95: ({ duration }) => (duration ? timeText(duration.p95Ms) : '–'),
      }}
    />
  )
}
