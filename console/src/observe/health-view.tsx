import type { Health } from 'anneal-contract/api.ts'
import { useLoad } from '../api/use-load.ts'
import { RowsTable } from '../part/rows-table.tsx'
import { Await, Badge } from '../part/state.tsx'
import { timeText } from '../part/words.ts'

/** The server and its parts, as it judges them itself. */
export function HealthView() {
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
          <RowsTable
            rows={Object.entries(components)}
            label="Parts of the server"
            wide="Detail"
            keyOf={([name]) => name}
            columns={{
              Part: ([name]) => name,
              State: ([, part]) => <Badge state={part.status} />,
              Detail: ([, part]) => part.detail,
            }}
          />
        </>
      )}
    </Await>
  )
}
