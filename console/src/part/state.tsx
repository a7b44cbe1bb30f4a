import type { ReactNode } from 'react'
import type { Failure } from '../api/api.ts'
import type { Loaded } from '../api/use-load.ts'
import { Link } from '../route/link.tsx'
import { Icon, type IconName } from './icon.tsx'
import { Said } from './said.tsx'

export type Meaning = 'ok' | 'failed' | 'blocked' | 'going' | 'assumption' | 'waiting' | 'skipped' | 'cancelled'

const MEANINGS: Record<string, Meaning> = {
  ...{ ok: 'ok', done: 'ok', approved: 'ok', active: 'ok', passed: 'ok', finished: 'ok' },
  ...{ failed: 'failed', error: 'failed', down: 'failed', denied: 'failed' },
  ...{ blocked: 'blocked', unknown: 'blocked', degraded: 'blocked' },
  ...{ running: 'going', going: 'going', starting: 'going' },
  ...{ waiting: 'waiting', paused: 'waiting', new: 'waiting', frozen: 'waiting', saved: 'waiting' },
  ...{ cancelled: 'cancelled', skipped: 'skipped', 'nothing-to-run': 'skipped', expired: 'cancelled' },
}

export const meaningOf = (state: string): Meaning => MEANINGS[state] ?? 'skipped'

/** A state as a word, a colour and a drawing: never by its colour alone. */
export function Badge({ state, children }: { state: string; children?: ReactNode }) {
  const meaning = meaningOf(state)
  return (
    <span className={`badge is-${meaning}`}>
      <Icon name={meaning as IconName} />
      {children ?? state.replaceAll('-', ' ')}
    </span>
  )
}

/** Whether the server says that there is no such thing: it has none of that id, or the id is none. */
const isMissing = ({ status, message }: Failure): boolean =>
  status === 404 || (status === 400 && /\bpath\./.test(message))

/** A thing that is not there: trying again cannot help, but its list may. */
function Missing({ list }: { list: ListLink }) {
  return (
    <Empty title={`There is no such ${list.noun}.`}>
      <p>It may have been removed, or the link is not whole.</p>
      <Link className="button" href={list.href}>
        {list.word}
      </Link>
    </Empty>
  )
}

export interface ListLink {
  noun: string
  href: string
  word: string
}

export function FailureNote({ failure, onRetry, list }: { failure: Failure; onRetry?: () => void; list?: ListLink }) {
  if (list && isMissing(failure)) return <Missing list={list} />
  return (
    <div className="note is-failed" role="alert">
      <strong>
        <Said text={failure.message} />
      </strong>
      {failure.hint && (
        <p>
          <Said text={failure.hint} />
        </p>
      )}
      {onRetry && (
        <button type="button" onClick={onRetry}>
          Try again
        </button>
      )}
    </div>
  )
}

/** An empty page teaches: one sentence, and an example that can be run. */
export function Empty({ title, example, children }: { title: string; example?: string; children?: ReactNode }) {
  return (
    <div className="empty">
      <p>{title}</p>
      {example && <pre>{example}</pre>}
      {children}
    </div>
  )
}

interface AwaitProps<T> {
  of: Loaded<T>
  /** The list to go to where the thing is not there. */
  list?: ListLink
  children: (value: T) => ReactNode
}

/** Shows a value when it is there, and says how it stands until then. */
export function Await<T>({ of, list, children }: AwaitProps<T>) {
  return (
    <>
      {of.failure && <FailureNote failure={of.failure} onRetry={of.reload} {...(list && { list })} />}
      {of.isLoading && (
        <p className="quiet-text" role="status">
          Loading …
        </p>
      )}
      {of.value !== undefined && children(of.value)}
    </>
  )
}
