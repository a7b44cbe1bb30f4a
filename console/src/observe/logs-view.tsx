import type { LogLine } from 'anneal-contract/api.ts'
import { useState } from 'react'
import { withQuery } from '../api/api.ts'
import { useLoad } from '../api/use-load.ts'
import { LoadedRows } from '../part/rows-table.tsx'
import { SearchField } from '../part/search-field.tsx'
import { Empty } from '../part/state.tsx'
import { clockText, momentText } from '../part/words.ts'
import { Link } from '../route/link.tsx'

const MOST_LINES = 10_000

/** The log of the server, the newest line first. */
export function LogsView() {
  const [level, setLevel] = useState('info')
  const [wanted, setWanted] = useState('')
  const query = { level, limit: MOST_LINES, format: 'json' }
  const logs = useLoad<{ lines: LogLine[] }>(withQuery('/v1/logs', query), { everyMs: 5000 })
  const low = wanted.toLowerCase()
  const fits = ({ message, event, runId }: LogLine) => `${message} ${event} ${runId}`.toLowerCase().includes(low)
  return (
    <>
      <div className="row">
        <select aria-label="Level" value={level} onChange={(event) => setLevel(event.target.value)}>
          {['debug', 'info', 'warn', 'error'].map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
        <SearchField label="Search in the log" value={wanted} onChange={setWanted} />
        <a
          className="button"
          href={withQuery('/v1/logs', { level, limit: 100_000, format: 'csv' })}
          download="anneal-log.csv"
        >
          Download as CSV
        </a>
      </div>
      <LoadedRows
        of={logs}
        rowsIn={({ lines }) => lines.filter(fits).toReversed()}
        label="Log"
        wide="Message"
        keyOf={(_, index) => index}
        columns={{
          Time: ({ at }) => <span title={momentText(at)}>{clockText(at)}</span>,
          Level: ({ level: name }) => name,
          Message: ({ message }) => message,
          Run: ({ runId }) => runId && <Link href={`/runs/${runId}`}>open</Link>,
        }}
        empty={<Empty title="No line of the log fits. Choose a lower level, or search for other words." />}
      />
    </>
  )
}
