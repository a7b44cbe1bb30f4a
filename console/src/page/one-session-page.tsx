import type { SessionInfo } from 'anneal-contract/session.ts'
import { call } from '../api/api.ts'
import { useLoad } from '../api/use-load.ts'
import { ActButton } from '../part/act.tsx'
import { Ago } from '../part/ago.tsx'
import { Id } from '../part/copy.tsx'
import { FileTree } from '../part/file-tree.tsx'
import { Await, Badge } from '../part/state.tsx'
import { Tabs } from '../part/tabs.tsx'
import { countText } from '../part/words.ts'
import { go } from '../route/router.ts'
import { Cells } from '../session/cells.tsx'
import { History } from '../session/history.tsx'
import { openSessionPty } from '../session/session-pty.ts'
import { Variables } from '../session/variables.tsx'
import { OpenTerminal } from '../terminal/open-terminal.tsx'

/** One session: run code in it, look at its variables and files, go back to a checkpoint or branch from it. */
export function OneSessionPage({ id }: { id: string }) {
  const at = `/v1/sessions/${id}`
  const session = useLoad<SessionInfo>(at)
  const remove = async () => {
    await call(at, { method: 'DELETE' })
    go('/sessions')
  }
  return (
    <Await of={session} list={{ noun: 'session', href: '/sessions', word: 'All sessions' }}>
      {(info) => (
        <div className="stack">
          <div className="row">
            <h1>{/^[a-z]{3}[0-9a-z]{21}$/.test(info.conversation) ? 'Session' : info.conversation}</h1>
            <Badge state={info.status} />
            <span>{countText(info.executions, 'execution')}</span>
            <span className="quiet-text">{info.languages.join(', ')}</span>
            <span className="quiet-text">
              used <Ago at={info.usedAt} />
            </span>
            {info.branchedFrom && <span className="quiet-text">branched from a checkpoint</span>}
            <Id id={id} />
            <span className="grow" />
            <ActButton asks="Remove this session with everything in it? Its checkpoints stay." work={remove}>
              Remove
            </ActButton>
          </div>
          <Tabs
            label="Parts of the session"
            entries={[
              { id: 'cells', name: 'Cells', draw: () => <Cells id={id} onRan={session.reload} /> },
              { id: 'variables', name: 'Variables', draw: () => <Variables at={at} /> },
              { id: 'files', name: 'Files', draw: () => <FileTree at={at} /> },
              {
                id: 'history',
                name: 'History',
                draw: () => <History id={id} conversation={info.conversation} onChanged={session.reload} />,
              },
              {
                id: 'terminal',
                name: 'Terminal',
                draw: () => (
                  <OpenTerminal place={id} start={(wish) => openSessionPty(id, wish)}>
                    Cells and runs of this session wait until it ends, by <code>exit</code> or when you leave this tab;
                    its changes are saved then.
                  </OpenTerminal>
                ),
              },
            ]}
          />
        </div>
      )}
    </Await>
  )
}
