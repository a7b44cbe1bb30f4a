import { ReflectionIndicator } from 'anneal-react/reflection-indicator.ts'
import { useElapsed } from 'anneal-react/use-reflection-state.ts'
import { useState } from 'react'
import { Failure } from '../api/api.ts'
import { asFailure } from '../api/use-load.ts'
import { Ago } from '../part/ago.tsx'
import { CopyButton, Id } from '../part/copy.tsx'
import { Icon } from '../part/icon.tsx'
import { Badge, FailureNote } from '../part/state.tsx'
import { countText, timeText } from '../part/words.ts'
import { Link } from '../route/link.tsx'
import { go } from '../route/router.ts'
import { copyAs } from './copy-as.ts'
import { cancelRun, type RunView } from './run-store.ts'
import { requestOf, startRun } from './start-run.ts'

/** The outcome of a run as a word, and everything that can be done with it. */
export function RunHead({ view, onAgain }: { view: RunView; onAgain?: (id: string) => void }) {
  const { run, reflection, id } = view
  const [failure, setFailure] = useState<Failure>()
  const elapsedMs = useElapsed(run.state === 'running')
  const request = requestOf(view)
  const attempts = Math.max(0, ...run.blocks.map((block) => block.attempts.length))
  const languages = [...new Set(run.blocks.map((block) => block.language).filter(Boolean))].join(', ')
  const again = () => {
    if (!request) return
    startRun(request)
      .then((next) => (onAgain ? onAgain(next) : go(`/runs/${next}`)))
      .catch((error) => setFailure(asFailure(error)))
  }
  const cancel = () => void cancelRun(id).catch((error) => setFailure(asFailure(error)))
  return (
    <div className="stack" style={{ gap: 8 }}>
      <div className="row run-head">
        {run.state === 'running' ? (
          <ReflectionIndicator {...reflection} elapsedMs={elapsedMs} />
        ) : (
          <Badge state={run.outcome ?? 'skipped'}>{outcomeWord(view)}</Badge>
        )}
        {run.state === 'ended' && <span>{timeText(run.timings.totalMs)}</span>}
        {languages && <span className="quiet-text">{languages}</span>}
        {attempts > 0 && <span className="quiet-text">{countText(attempts, 'attempt')}</span>}
        <Cost view={view} />
        {run.startedAt > 0 && (
          <span className="quiet-text">
            <Ago at={run.startedAt} />
          </span>
        )}
        <Id id={id} />
        <span className="row run-acts">
          {run.state === 'running' && (
            <button type="button" onClick={cancel}>
              <Icon name="cancelled" /> Cancel
            </button>
          )}
          {request && run.state === 'ended' && (
            <button type="button" onClick={again}>
              <Icon name="again" /> Run again
            </button>
          )}
          {run.sessionId && (
            <Link className="button" href={`/sessions/${run.sessionId}`}>
              <Icon name="session" /> Open session
            </Link>
          )}
          <CopyButton
            text={`${location.origin}/runs/${id}${location.search}`}
            label="Copy the link to this run"
            icon="link"
          />
          {request && <CopyAs request={request} />}
        </span>
      </div>
      {failure && <FailureNote failure={failure} />}
      {!view.isConnected && (
        <p className="small quiet-text" role="status">
          The connection broke; it is being opened again.
        </p>
      )}
      {run.error && <FailureNote failure={new Failure({ ...run.error, status: 0 })} />}
    </div>
  )
}

export function outcomeWord({ run }: Pick<RunView, 'run'>): string {
  const repaired = run.outcome === 'ok' && run.blocks.some(({ attempts }) => attempts.length > 1)
  return repaired ? 'ok, repaired' : (run.outcome ?? 'running').replaceAll('-', ' ')
}

function Cost({ view }: { view: RunView }) {
  const asked = view.events.filter((event) => event.type === 'model.asked')
  if (asked.length === 0) return null
  const tokens = asked.reduce((sum, each) => sum + each.inputTokens + each.outputTokens, 0)
  const dollars = asked.reduce((sum, each) => sum + (each.costUsd ?? 0), 0)
  return (
    <span className="quiet-text">
      model: {countText(tokens, 'token')}
      {dollars > 0 && `, $${dollars.toFixed(4)}`}
    </span>
  )
}

function CopyAs({ request }: { request: Parameters<typeof startRun>[0] }) {
  const [said, setSaid] = useState('')
  const copy = (text: string, name: string) =>
    navigator.clipboard.writeText(text).then(
      () => setSaid(`${name} copied`),
      () => setSaid('the browser refused'),
    )
  return (
    <details
      className="menu"
      onBlur={(event) =>
        !event.currentTarget.contains(event.relatedTarget) && event.currentTarget.removeAttribute('open')
      }
    >
      <summary className="button">
        <Icon name="share" /> {said || 'Copy as'}
      </summary>
      <div>
        {copyAs(request).map(({ name, text }) => (
          <button key={name} type="button" onClick={() => void copy(text, name)}>
            {name}
          </button>
        ))}
      </div>
    </details>
  )
}
