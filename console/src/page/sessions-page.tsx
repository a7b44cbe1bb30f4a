import type { SessionInfo } from 'anneal-contract/session.ts'
import { call } from '../api/api.ts'
import { useLoad } from '../api/use-load.ts'
import { ActButton } from '../part/act.tsx'
import { Await, Badge, Empty } from '../part/state.tsx'
import { agoText, countText, shortId } from '../part/words.ts'
import { Link } from '../route/link.tsx'
import { go } from '../route/router.ts'

export async function createSession(): Promise<void> {
  const { id } = await call<SessionInfo>('/v1/sessions', { body: {} })
  go(`/sessions/${id}`)
}

/** All sessions of a user: the state that stays from run to run. */
export function SessionsPage() {
  const sessions = useLoad<{ sessions: SessionInfo[] }>('/v1/sessions?limit=1000', { everyMs: 5000 })
  return (
    <div className="stack">
      <div className="row apart">
        <h1>Sessions</h1>
        <ActButton className="main" work={createSession}>
          New session
        </ActButton>
      </div>
      <Await of={sessions}>
        {({ sessions: list }) =>
          list.length === 0 ? (
            <Empty
              title="No sessions yet. A session keeps variables and files from one run to the next."
              example="npx anneal shell"
            />
          ) : (
            <section className="panel scrolls" tabIndex={0}>
              <table className="rows">
                <thead>
                  <tr>
                    <th>Session</th>
                    <th>State</th>
                    <th>Languages</th>
                    <th className="number">Executions</th>
                    <th>Conversation</th>
                    <th>Used</th>
                  </tr>
                </thead>
                <tbody>
                  {list.map((session) => (
                    <tr key={session.id}>
                      <td>
                        <Link href={`/sessions/${session.id}`}>
                          <code>{shortId(session.id)}</code>
                        </Link>
                      </td>
                      <td>
                        <Badge state={session.status} />
                      </td>
                      <td>{session.languages.join(', ') || '–'}</td>
                      <td className="number">{session.executions}</td>
                      <td className="cut">{session.conversation === session.id ? '–' : session.conversation}</td>
                      <td>{agoText(session.usedAt)}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </section>
          )
        }
      </Await>
      {sessions.value && <p className="small quiet-text">{countText(sessions.value.sessions.length, 'session')}</p>}
    </div>
  )
}
