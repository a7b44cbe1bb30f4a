import type { EngineEvent, EventOf } from 'anneal-contract/event.ts'
import { withQuery } from '../api/api.ts'
import { useLoad } from '../api/use-load.ts'
import { LoadedRows } from '../part/rows-table.tsx'
import { Badge, Empty } from '../part/state.tsx'
import { clockText } from '../part/words.ts'

const LOOK_MS = 3000

/** Requests of the browser, allowed and refused, the newest first. */
export function RequestsLog({ session }: { session: string }) {
  const query = { subject: `session:${session}`, limit: 1000 }
  const events = useLoad<{ events: EngineEvent[] }>(withQuery('/v1/events', query), { everyMs: LOOK_MS })
  return (
    <LoadedRows
      of={events}
      rowsIn={(value) =>
        value.events
          .filter((event): event is EventOf<'browser.request'> & EngineEvent => event.type === 'browser.request')
          .toReversed()
      }
      label="Requests"
      wide="Request"
      keyOf={({ id }) => id}
      columns={{
        Request: ({ method, host, port, path, reason }) => (
          <>
            <code>
              {method} {host}:{port}
              {path}
            </code>
            {reason && <p className="quiet-text">{reason}</p>}
          </>
        ),
        Wall: ({ allowed }) => <Badge state={allowed ? 'ok' : 'blocked'}>{allowed ? 'allowed' : 'refused'}</Badge>,
        Time: ({ at }) => clockText(at),
      }}
      empty={<Empty title="No requests yet. Each is listed here as the page asks for it." />}
    />
  )
}
