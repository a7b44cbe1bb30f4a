import type { Lesson, LessonExplained, Playbook } from 'anneal-contract/playbook.ts'
import { useState } from 'react'
import { call } from '../api/api.ts'
import { useLoad } from '../api/use-load.ts'
import { ActButton } from '../part/act.tsx'
import { Ago } from '../part/ago.tsx'
import { SomeOf } from '../part/some-of.tsx'
import { Await, Badge, Empty } from '../part/state.tsx'
import { countText } from '../part/words.ts'
import { usePlace } from '../route/router.ts'
import { RunLinks } from './run-links.tsx'

/** Lessons from runs: their state, their evidence, and the way to take one out of use. */
export function PlaybookTab() {
  const loaded = useLoad<Playbook>('/v1/playbook')
  const wanted = usePlace().query.get('lesson')
  return (
    <Await of={loaded}>
      {({ lessons, granted, budget }) =>
        lessons.length + granted.length === 0 ? (
          <Empty title="No lessons yet. A repair that holds in two different programs, and again in our own sandbox, becomes one." />
        ) : (
          <div className="stack">
            <p className="quiet-text">
              {countText(lessons.length, 'lesson')}; active ones take {budget.used} of {budget.tokens} tokens.
            </p>
            <SomeOf list={[...lessons, ...granted].sort(first(wanted))} noun="lesson">
              {(some) =>
                some.map((lesson) => (
                  <OneLesson
                    key={lesson.id}
                    lesson={lesson}
                    isOwn={!granted.includes(lesson)}
                    isWanted={lesson.id === wanted}
                    onChanged={loaded.reload}
                  />
                ))
              }
            </SomeOf>
          </div>
        )
      }
    </Await>
  )
}

/** The lesson that a link names stands above all others. */
const first =
  (wanted: string | null) =>
  (one: Lesson, other: Lesson): number =>
    Number(other.id === wanted) - Number(one.id === wanted)

interface OneLessonProps {
  lesson: Lesson
  isOwn: boolean
  isWanted: boolean
  onChanged(): void
}

function OneLesson({ lesson, isOwn, isWanted, onChanged }: OneLessonProps) {
  const [isOpen, setIsOpen] = useState(isWanted)
  const isInUse = lesson.state === 'active' || lesson.state === 'candidate'
  const change = async () => {
    const why = 'decided in the console'
    await call(`/v1/playbook/${lesson.id}`, { body: { op: isInUse ? 'retire' : 'restore', why } })
    onChanged()
  }
  return (
    <section className="panel inside stack" aria-label={`${lesson.title}, ${lesson.id}`}>
      <div className="row">
        <Badge state={lesson.state === 'active' ? 'active' : lesson.state === 'candidate' ? 'new' : 'skipped'}>
          {lesson.state}
        </Badge>
        <h2>{lesson.title}</h2>
        <span className="quiet-text">
          helpful {lesson.helpful}, harmful {lesson.harmful}, changed <Ago at={lesson.changedAt} />
        </span>
      </div>
      <p>
        {lesson.when} {lesson.what}
      </p>
      {lesson.reason && <p className="quiet-text">{lesson.reason}</p>}
      {isOwn ? (
        <div className="row">
          <button type="button" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
            Explain
          </button>
          <ActButton work={change}>{isInUse ? 'Retire' : 'Restore'}</ActButton>
        </div>
      ) : (
        <p className="quiet-text">Shared with you by another user.</p>
      )}
      {isOpen && <Explained id={lesson.id} />}
    </section>
  )
}

function Explained({ id }: { id: string }) {
  const loaded = useLoad<LessonExplained>(`/v1/playbook/${id}`)
  return (
    <Await of={loaded}>
      {({ sentences, evidence, history }) => (
        <>
          <ul>
            {sentences.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
          {evidence.helpful.length > 0 && (
            <p>
              Helped in <RunLinks runs={evidence.helpful} />
            </p>
          )}
          {evidence.harmful.length > 0 && (
            <p>
              Harmed in <RunLinks runs={evidence.harmful} />
            </p>
          )}
          <ol className="quiet-text">
            {history.map(({ seq, at, by, change }) => (
              <li key={seq}>
                {change.op} by {by}, <Ago at={at} />
              </li>
            ))}
          </ol>
        </>
      )}
    </Await>
  )
}
