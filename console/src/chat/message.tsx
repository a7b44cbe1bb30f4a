import type { ChatRun, UiMessage } from 'anneal-contract/chat.ts'
import type { Reflection } from 'anneal-react/reflection.ts'
import { memo, type ReactNode } from 'react'
import { Markdown } from '../markdown/markdown.tsx'
import { CopyButton } from '../part/copy.tsx'
import { Icon } from '../part/icon.tsx'
import { RunCard } from './run-card.tsx'

type Part = UiMessage['parts'][number]

/** One message: the words of a person as they are, those of a model as Markdown, and its runs where they happened. */
export const Message = memo(function Message(props: {
  message: UiMessage
  reflection: Reflection
  /** Which of several answers to the same question it is. */
  siblings?: { at: number; count: number; onTurn(by: number): void } | undefined
  children?: ReactNode
}) {
  const { message, reflection, siblings, children } = props
  const isOwn = message.role === 'user'
  return (
    <article className="message" data-role={message.role} aria-label={isOwn ? 'You' : 'Answer'}>
      {message.parts.map((part, index) => (
        <MessagePart key={index} part={part} isOwn={isOwn} reflection={reflection} />
      ))}
      <footer className="row">
        {siblings && siblings.count > 1 && <Turns {...siblings} />}
        <CopyButton text={textOf(message)} label="Copy the words" />
        {children}
      </footer>
    </article>
  )
})

const textOf = ({ parts }: UiMessage): string =>
  parts.flatMap(({ type, text }) => (type === 'text' ? [String(text)] : [])).join('\n\n')

function MessagePart({ part, isOwn, reflection }: { part: Part; isOwn: boolean; reflection: Reflection }) {
  const { type, text, data } = part
  if (type === 'text') return isOwn ? <pre className="own-words">{String(text)}</pre> : <Markdown text={String(text)} />
  if (type === 'reasoning')
    return (
      <details className="quiet-text">
        <summary>Thoughts of the model</summary>
        <Markdown text={String(text)} />
      </details>
    )
  if (type === 'data-run') return <RunCard run={data as ChatRun} reflection={reflection} />
  if (type === 'data-round') return <Round {...(data as { round: number; of: number; why: string })} />
  if (type === 'data-notice') return <p className="note is-assumption">{(data as { text: string }).text}</p>
  return null
}

/** The failure that the model was told before it answered again. */
function Round({ round, of, why }: { round: number; of: number; why: string }) {
  return (
    <div className="round">
      <span className="round-parts" aria-hidden="true">
        {Array.from({ length: of }, (_, index) => (
          <i key={index} data-full={index < round} />
        ))}
      </span>
      <div>
        <strong>
          Correction: answer {round} of {of}.
        </strong>{' '}
        The model was told: <code>{why}</code>
      </div>
    </div>
  )
}

function Turns({ at, count, onTurn }: { at: number; count: number; onTurn(by: number): void }) {
  return (
    <span className="row turns">
      <button
        type="button"
        className="quiet"
        aria-label="Earlier version"
        disabled={at === 0}
        onClick={() => onTurn(-1)}
      >
        <Icon name="left" />
      </button>
      <span className="small">
        {at + 1} of {count}
      </span>
      <button
        type="button"
        className="quiet turned"
        aria-label="Later version"
        disabled={at === count - 1}
        onClick={() => onTurn(1)}
      >
        <Icon name="left" />
      </button>
    </span>
  )
}
