import type { Approval, ApprovalFor } from 'anneal-contract/approval.ts'
import { useState } from 'react'
import { call } from '../api/api.ts'
import { usePages } from '../api/use-pages.ts'
import { useMe } from '../me.ts'
import { ActButton } from '../part/act.tsx'
import { Ago } from '../part/ago.tsx'
import { RowsTable } from '../part/rows-table.tsx'
import { Await, Badge, Empty } from '../part/state.tsx'
import { dateText, sentence } from '../part/words.ts'

/** Questions to people: effects that wait for a yes or a no. */
export function ApprovalsPage() {
  const { scope } = useMe()
  const path = `/v1/approvals${scope === 'admin' ? '?scope=all' : ''}`
  const approvals = usePages<Approval>(path, { field: 'approvals', keyOf: ({ id }) => id })
  return (
    <div className="stack">
      <h1>Approvals</h1>
      <Await of={approvals}>
        {(list) => {
          const waiting = list.filter(({ state }) => state === 'waiting')
          const answered = list.filter(({ state }) => state !== 'waiting')
          return (
            <>
              {waiting.length === 0 && (
                <Empty
                  title="Nothing waits for you. Effects ask here when a policy says so:"
                  example="ANNEAL_APPROVAL_COMMANDS=touch npx anneal serve"
                />
              )}
              {waiting.map((each) => (
                <Question key={each.id} question={each} onAnswered={approvals.reload} />
              ))}
              {answered.length > 0 && <Answered list={answered} onEnd={approvals.more} />}
            </>
          )
        }}
      </Await>
    </div>
  )
}

const FOR: Record<ApprovalFor, string> = { once: 'this once', session: 'for its session', pattern: 'for all like it' }

function Question({ question, onAnswered }: { question: Approval; onAnswered(): void }) {
  const [good, setGood] = useState<ApprovalFor>('once')
  const answer = (decision: 'approve' | 'deny') => async () => {
    await call(`/v1/approvals/${question.id}`, {
      body: decision === 'approve' ? { decision, for: good } : { decision },
    })
    onAnswered()
  }
  return (
    <section className="panel question stack" aria-label={question.title}>
      <div className="row">
        <Badge state="waiting">{question.kind}</Badge>
        <h2>{question.title}</h2>
      </div>
      <p className="quiet-text">
        {sentence(question.reason)} Asked by {question.userId}, <Ago at={question.askedAt} />; without an answer by{' '}
        {dateText(question.expiresAt)} it is a no.
      </p>
      <Arguments of={question.arguments} />
      <div className="row">
        <select
          aria-label="How far a yes goes"
          value={good}
          onChange={(event) => setGood(event.target.value as ApprovalFor)}
        >
          {Object.entries(FOR)
            .filter(([key]) => key !== 'session' || question.sessionId !== null)
            .map(([key, words]) => (
              <option key={key} value={key}>
                {words}
                {key === 'pattern' && question.suggestion ? `: ${question.suggestion.pattern}` : ''}
              </option>
            ))}
        </select>
        <ActButton className="main" work={answer('approve')}>
          Approve
        </ActButton>
        <ActButton work={answer('deny')}>Deny</ActButton>
      </div>
    </section>
  )
}

/** Everything that would be done: a program as it reads, and the rest as data. */
function Arguments({ of }: { of: Approval['arguments'] }) {
  const { code, ...rest } = Object(of) as Record<string, unknown>
  if (typeof code !== 'string') return <pre>{JSON.stringify(of, null, 2)}</pre>
  return (
    <>
      <pre>{code}</pre>
      {Object.keys(rest).length > 0 && <pre className="quiet-text">{JSON.stringify(rest)}</pre>}
    </>
  )
}

function Answered({ list, onEnd }: { list: Approval[]; onEnd(): void }) {
  return (
    <RowsTable
      rows={list}
      onEnd={onEnd}
      label="Answered"
      wide="Question"
      keyOf={({ id }) => id}
      columns={{
        Question: ({ title }) => title,
        Answer: ({ state }) => <Badge state={state} />,
        By: ({ decidedBy }) => decidedBy ?? '–',
        When: ({ decidedAt, askedAt }) => <Ago at={decidedAt ?? askedAt} />,
      }}
    />
  )
}
