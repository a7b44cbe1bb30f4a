import type { SessionExecution } from 'anneal-contract/session.ts'
import { useState } from 'react'
import { useLoad } from '../api/use-load.ts'
import { useAct } from '../part/act.tsx'
import { Icon } from '../part/icon.tsx'
import { Await, Badge, FailureNote } from '../part/state.tsx'
import { timeText } from '../part/words.ts'
import { Link } from '../route/link.tsx'
import { Code } from '../run/code.tsx'
import { LogView } from '../run/log-view.tsx'
import { Results } from '../run/results.tsx'
import { type RunView, useRun } from '../run/run-store.ts'
import { startRun } from '../run/start-run.ts'
import { watchRun } from '../shell/going.tsx'

/** The executions of a session one below the other, and a field for the next one. */
export function Cells({ id, onRan }: { id: string; onRan(): void }) {
  const history = useLoad<{ executions: SessionExecution[] }>(`/v1/sessions/${id}/history?limit=1000`)
  const [text, setText] = useState('')
  const [language, setLanguage] = useState('python')
  const [runs, setRuns] = useState<string[]>([])
  const { act, isBusy, failure } = useAct()
  const run = () => {
    if (text.trim() === '') return
    act(async () => {
      const runId = await startRun({ code: text, language, session: id })
      watchRun(runId)
      setRuns((before) => [...before, runId])
      setText('')
    })
  }
  const ended = () => {
    history.reload()
    onRan()
  }
  const told = new Set(runs)
  return (
    <div className="stack">
      <Await of={history}>
        {({ executions }) => (
          <>
            {executions
              .filter(({ runId }) => runId === null || !told.has(runId))
              .slice(-50)
              .map((each) => (
                <PastCell key={each.n} cell={each} />
              ))}
            {runs.map((runId) => (
              <LiveCell key={runId} id={runId} onEnded={ended} />
            ))}
          </>
        )}
      </Await>
      <section className="panel cell" aria-label="Next cell">
        <header>
          <select aria-label="Language" value={language} onChange={(event) => setLanguage(event.target.value)}>
            {['python', 'javascript', 'typescript', 'bash', 'sql', 'r'].map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
          <button type="button" className="main" disabled={isBusy || text.trim() === ''} onClick={run}>
            <Icon name="run" /> Run <kbd>Ctrl ⏎</kbd>
          </button>
        </header>
        <Code label="Code of the next cell" value={text} language={language} onChange={setText} onRun={run} />
        {failure && <FailureNote failure={failure} />}
      </section>
    </div>
  )
}

function PastCell({ cell }: { cell: SessionExecution }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <section className="panel cell" aria-label={`Cell ${cell.n}`}>
      <header>
        <span className="row">
          <code>[{cell.n}]</code>
          <Badge state={cell.outcome} />
          <span className="quiet-text small">
            {cell.language} · {timeText(cell.durationMs)}
          </span>
        </span>
        {cell.runId && (
          <span className="row">
            <button type="button" className="quiet" aria-pressed={isOpen} onClick={() => setOpen(!isOpen)}>
              Output
            </button>
            <Link className="small" href={`/runs/${cell.runId}`}>
              Story
            </Link>
          </span>
        )}
      </header>
      <pre className="inside">{cell.code}</pre>
      {isOpen && cell.runId && <PastOutput id={cell.runId} />}
    </section>
  )
}

/** Read from the run when somebody asks for it: fifty streams at once would keep the browser from anything else. */
function PastOutput({ id }: { id: string }) {
  const view = useRun(id)
  if (view.failure) return <FailureNote failure={view.failure} />
  if (view.run.state !== 'ended') return <p className="inside quiet-text">Loading …</p>
  return <CellOutput view={view} saysNothing />
}

function CellOutput({ view: { run, log, version }, saysNothing = false }: { view: RunView; saysNothing?: boolean }) {
  const results = run.blocks[0]?.attempts.at(-1)?.results ?? []
  return (
    <>
      {(log.lines.length > 0 || (saysNothing && results.length === 0)) && (
        <LogView log={log} version={version} isGoing={run.state === 'running'} />
      )}
      {results.length > 0 && (
        <div className="inside">
          <Results values={results} />
        </div>
      )}
    </>
  )
}

function LiveCell({ id, onEnded }: { id: string; onEnded(): void }) {
  const view = useRun(id)
  const { run } = view
  const attempt = run.blocks[0]?.attempts.at(-1)
  const [isTold, setTold] = useState(false)
  if (run.state === 'ended' && !isTold) {
    setTold(true)
    queueMicrotask(onEnded)
  }
  return (
    <section className="panel cell" aria-label="Cell">
      <header>
        <Badge state={run.outcome ?? 'running'} />
        <Link className="small" href={`/runs/${id}`}>
          Story
        </Link>
      </header>
      <pre className="inside">{attempt?.code ?? run.blocks[0]?.code ?? ''}</pre>
      <CellOutput view={view} />
    </section>
  )
}
