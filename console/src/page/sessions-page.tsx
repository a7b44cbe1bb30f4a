import type { SessionInfo } from 'anneal-contract/session.ts'
import { call } from '../api/api.ts'
import { usePages } from '../api/use-pages.ts'
import { ActButton } from '../part/act.tsx'
import { Ago } from '../part/ago.tsx'
import { LoadedRows } from '../part/rows-table.tsx'
import { Badge, Empty } from '../part/state.tsx'
import { countText, shortId } from '../part/words.ts'
import { go } from '../route/router.ts'

export async function createSession(): Promise<void> {
  const { id } = await call<SessionInfo>('/v1/sessions', { body: {} })
  go(`/sessions/${id}`)
}

/** All sessions of a user: the state that stays from run to run. */
export function SessionsPage() {
  const sessions = usePages<SessionInfo>('/v1/sessions', { field: 'sessions', keyOf: ({ id }) => id })
  return (
    <div className="stack">
      <div className="row apart">
        <h1>Sessions</h1>
        <ActButton className="main" work={createSession}>
          New session
        </ActButton>
      </div>
      <LoadedRows
        of={sessions}
        rowsIn={(rows) => rows}
        onEnd={sessions.more}
        label="Sessions"
        keyOf={({ id }) => id}
        hrefOf={({ id }) => `/sessions/${id}`}
        wide="Session"
        numbers={['Executions']}
        columns={{
          Session: ({ id, conversation }) => <Name id={id} conversation={conversation} />,
          State: ({ status }) => <Badge state={status} />,
          Languages: ({ languages }) => languages.join(', ') || '–',
          Executions: ({ executions }) => executions,
          Used: ({ usedAt }) => <Ago at={usedAt} />,
          Id: ({ id }) => <code>{shortId(id)}</code>,
        }}
        empty={
          <Empty
            title="No sessions yet. A session keeps variables and files from one run to the next."
            example="npx anneal shell"
          />
        }
      />
      {sessions.value !== undefined && sessions.value.length > 0 && (
        <p className="small quiet-text">
          {countText(sessions.value.length, 'session')}
          {!sessions.isWhole && ' so far; scroll for older ones'}
        </p>
      )}
    </div>
  )
}

/** A conversation has the name that somebody gave it; those of chats and of nobody have ids of ours. */
function Name({ id, conversation }: Pick<SessionInfo, 'id' | 'conversation'>) {
  if (conversation !== id && !OWN_ID.test(conversation)) return conversation
  return (
    <>
      {conversation === id ? '' : 'of chat '}
      <code>{shortId(conversation)}</code>
    </>
  )
}

const OWN_ID = /^[a-z]{3}[0-9a-z]{21}$/
