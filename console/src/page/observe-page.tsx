import type { Duration, Health, LogLine, Stats } from 'anneal-contract/api.ts'
import { useState } from 'react'
import { withQuery } from '../api/api.ts'
import { useLoad } from '../api/use-load.ts'
import { useMe } from '../me.ts'
import { Await, Badge, Empty } from '../part/state.tsx'
import { Tabs } from '../part/tabs.tsx'
import { clockText, dateText, timeText } from '../part/words.ts'
import { Link } from '../route/link.tsx'
import { Chart } from '../run/chart.tsx'

/** The health of the server, its numbers and its log. */
export function ObservePage() {
  return (
    <div className="stack">
      <h1>Observe</h1>
      <Tabs
        label="Parts of the page"
        entries={[
          { id: 'health', name: 'Health', draw: () => <HealthView /> },
          { id: 'numbers', name: 'Numbers', draw: () => <Numbers /> },
          { id: 'log', name: 'Log', draw: () => <Logs /> },
        ]}
      />
    </div>
  )
}

function HealthView() {
  const health = useLoad<Health>('/v1/health', { everyMs: 5000 })
  return (
    <Await of={health}>
      {({ status, version, uptimeS, components }) => (
        <>
          <div className="row">
            <Badge state={status} />
            <span>Anneal {version}</span>
            <span className="quiet-text">up for {timeText(uptimeS * 1000)}</span>
          </div>
          <section className="panel scrolls" tabIndex={0}>
            <table className="rows">
              <thead>
                <tr>
                  <th>Part</th>
                  <th>State</th>
                  <th>Detail</th>
                </tr>
              </thead>
              <tbody>
                {Object.entries(components).map(([name, part]) => (
                  <tr key={name}>
                    <td>{name}</td>
                    <td>
                      <Badge state={part.status} />
                    </td>
                    <td>{part.detail}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        </>
      )}
    </Await>
  )
}

const OUTCOMES = ['ok', 'failed', 'blocked', 'cancelled', 'error'] as const

function Numbers() {
  const { scope } = useMe()
  const stats = useLoad<Stats>(withQuery('/v1/stats', { scope: scope === 'admin' ? 'all' : 'own' }), { everyMs: 5000 })
  return (
    <Await of={stats}>
      {({ runs, executions, byLanguage, errors }) => (
        <>
          <div className="tiles">
            <Tile name="runs" value={runs.total.toLocaleString('en')} />
            <Tile name="going on" value={String(runs.running)} />
            <Tile
              name="ended well"
              value={runs.successRate === null ? '–' : `${Math.round(runs.successRate * 100)} %`}
            />
            <Tile name="execution, median" value={medianText(executions.duration)} />
            <Tile name="wait for a sandbox, median" value={medianText(executions.wait)} />
            <Tile name="sandbox ready, median" value={medianText(executions.start)} />
          </div>
          <section className="panel inside">
            <Chart
              chart={{ title: 'Runs by outcome', elements: OUTCOMES.map((label) => ({ label, value: runs[label] })) }}
            />
          </section>
          <section className="panel scrolls" tabIndex={0}>
            <table className="rows">
              <thead>
                <tr>
                  <th>Language</th>
                  <th className="number">Executions</th>
                  <th className="number">Ended well</th>
                  <th className="number">Median</th>
                  <th className="number">p95</th>
                </tr>
              </thead>
              <tbody>
                {byLanguage.map((each) => (
                  <tr key={each.language}>
                    <td>{each.language}</td>
                    <td className="number">{each.executions}</td>
                    <td className="number">{each.succeeded}</td>
                    <td className="number">{medianText(each.duration)}</td>
                    <td className="number">{each.duration ? timeText(each.duration.p95Ms) : '–'}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
          {errors.length > 0 && (
            <section className="panel inside">
              <Chart
                chart={{
                  title: 'Errors of programs',
                  elements: errors.slice(0, 8).map(({ type, count }) => ({ label: type, value: count })),
                }}
              />
            </section>
          )}
        </>
      )}
    </Await>
  )
}

const medianText = (duration: Duration | null): string => (duration === null ? '–' : timeText(duration.p50Ms))

function Tile({ name, value }: { name: string; value: string }) {
  return (
    <div className="panel tile">
      <span className="quiet-text small">{name}</span>
      <strong>{value}</strong>
    </div>
  )
}

function Logs() {
  const [level, setLevel] = useState('info')
  const [wanted, setWanted] = useState('')
  const logs = useLoad<{ lines: LogLine[] }>(withQuery('/v1/logs', { level, limit: 500, format: 'json' }), {
    everyMs: 5000,
  })
  return (
    <>
      <div className="row">
        <select aria-label="Level" value={level} onChange={(event) => setLevel(event.target.value)}>
          {['debug', 'info', 'warn', 'error'].map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
        <input
          className="grow"
          aria-label="Search in the log"
          placeholder="Search in the log"
          value={wanted}
          onChange={(event) => setWanted(event.target.value)}
        />
        <a
          className="button"
          href={withQuery('/v1/logs', { level, limit: 100_000, format: 'csv' })}
          download="anneal-log.csv"
        >
          Download as CSV
        </a>
      </div>
      <Await of={logs}>
        {({ lines }) => {
          const shown = lines.filter((line) => JSON.stringify(line).toLowerCase().includes(wanted.toLowerCase()))
          return shown.length === 0 ? (
            <Empty title="No line of the log fits." />
          ) : (
            <section className="panel scrolls" tabIndex={0}>
              <table className="rows">
                <thead>
                  <tr>
                    <th>Time</th>
                    <th>Level</th>
                    <th>Message</th>
                    <th>Run</th>
                  </tr>
                </thead>
                <tbody>
                  {shown.toReversed().map((line, index) => (
                    <tr key={index}>
                      <td title={dateText(line.at)}>{clockText(line.at)}</td>
                      <td>{line.level}</td>
                      <td>{line.message}</td>
                      <td>{line.runId && <Link href={`/runs/${line.runId}`}>open</Link>}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </section>
          )
        }}
      </Await>
    </>
  )
}
