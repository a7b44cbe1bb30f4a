import type { ChatRun } from 'anneal-contract/chat.ts'
import type { RunResult } from 'anneal-contract/run.ts'
import type { Reflection } from 'anneal-react/reflection.ts'
import { ReflectionIndicator } from 'anneal-react/reflection-indicator.ts'
import { useElapsed } from 'anneal-react/use-reflection-state.ts'
import { call } from '../api/api.ts'
import { useLoad } from '../api/use-load.ts'
import { ActButton } from '../part/act.tsx'
import { Badge } from '../part/state.tsx'
import { countText, sizeText } from '../part/words.ts'
import { Link } from '../route/link.tsx'
import { spansOf } from '../run/ansi.ts'
import { Results } from '../run/results.tsx'

/** The fate of the code in an answer: outcome, attempts, output, files, and the way to its story. */
export function RunCard({ run, reflection }: { run: ChatRun; reflection: Reflection }) {
  return (
    <section className="panel chat-run" aria-label={`What the code did: ${run.runId}`}>
      <header>
        <span className="row">
          {run.state === 'ended' ? (
            <Badge state={run.outcome ?? 'skipped'}>
              {run.repaired ? 'ok, repaired' : (run.outcome ?? '').replaceAll('-', ' ')}
            </Badge>
          ) : (
            <Going reflection={reflection} isWaiting={run.state === 'waiting'} />
          )}
          <span className="quiet-text small">
            {[run.languages.join(', '), run.attempts > 0 && countText(run.attempts, 'attempt')]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </span>
        <Link className="small" href={`/runs/${run.runId}`}>
          Story of the run
        </Link>
      </header>
      {run.question && <Question question={run.question} />}
      <Printed text={run.stdout} />
      {run.outcome !== 'ok' && <Printed text={run.stderr} isError />}
      {run.error && (
        <p className="note is-failed">
          <strong>{run.error.message}</strong> {run.error.hint}
        </p>
      )}
      {run.state === 'ended' && run.results > 0 && <Shown id={run.runId} />}
      {run.finalCode && (
        <details className="inside">
          <summary>The program that ran well</summary>
          <pre>{run.finalCode}</pre>
        </details>
      )}
      {run.files.length > 0 && (
        <ul className="chat-files">
          {run.files.map(({ path, url, size }) => (
            <li key={path}>
              <a href={url} download={path.split('/').at(-1)}>
                {path}
              </a>{' '}
              <span className="quiet-text small">{sizeText(size)}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Going({ reflection, isWaiting }: { reflection: Reflection; isWaiting: boolean }) {
  const elapsedMs = useElapsed(!isWaiting)
  if (isWaiting) return <Badge state="waiting">waits for you</Badge>
  return <ReflectionIndicator {...reflection} elapsedMs={elapsedMs} />
}

/** An effect that waits for a yes or a no, answered where it is asked. */
function Question({ question: { approvalId, title } }: { question: NonNullable<ChatRun['question']> }) {
  const answer = (decision: 'approve' | 'deny') => () => call(`/v1/approvals/${approvalId}`, { body: { decision } })
  return (
    <div className="inside row">
      <span className="grow">{title}</span>
      <ActButton className="main" work={answer('approve')}>
        Approve
      </ActButton>
      <ActButton work={answer('deny')}>Deny</ActButton>
    </div>
  )
}

/** Output as text, in the colours that its program chose. */
function Printed({ text, isError = false }: { text: string; isError?: boolean }) {
  if (text.trim() === '') return null
  return (
    <pre className="inside chat-output" data-stream={isError ? 'stderr' : 'stdout'} tabIndex={0}>
      {spansOf(text.trimEnd(), '').map(({ text: piece, classes }, index) => (
        <span key={index} className={classes}>
          {piece}
        </span>
      ))}
    </pre>
  )
}

/** Pictures, tables and charts; the answer itself tells only how many there are. */
function Shown({ id }: { id: string }) {
  const { value } = useLoad<RunResult>(`/v1/runs/${id}`)
  const values = value?.blocks.flatMap(({ attempts }) => attempts.at(-1)?.results ?? []) ?? []
  return (
    <div className="inside">
      <Results values={values} />
    </div>
  )
}
