import type { Attempt, RunBlock } from 'anneal-contract/run.ts'
import { useCallback, useMemo, useState } from 'react'
import type { Failure } from '../api/api.ts'
import { asFailure } from '../api/use-load.ts'
import { Icon } from '../part/icon.tsx'
import { FailureNote } from '../part/state.tsx'
import { TabList } from '../part/tab-list.tsx'
import { sentence } from '../part/words.ts'
import { setQuery, usePlace } from '../route/router.ts'
import { useKey } from '../shell/keys.ts'
import { Code, Comparison } from './code.tsx'
import type { CodeMark } from './code-marks.ts'
import type { RunView } from './run-store.ts'
import { requestOf, startRun } from './start-run.ts'

export interface Selection {
  block: number
  /** The number of the attempt. */
  attempt: number
  compares: boolean
  line: number | null
}

/** The part of a run that is looked at stands in the address, so that a link leads to it. */
export function useSelection({ run }: Pick<RunView, 'run'>): Selection {
  const { query } = usePlace()
  const number = (name: string) => {
    const value = query.get(name)
    return value === null || !/^\d{1,9}$/.test(value) ? null : Number(value)
  }
  const firstRun = Math.max(
    0,
    run.blocks.findIndex(({ attempts }) => attempts.length > 0),
  )
  const block = Math.min(number('block') ?? firstRun, Math.max(0, run.blocks.length - 1))
  const attempts = run.blocks[block]?.attempts ?? []
  const wished = number('attempt')
  const attempt = attempts.some(({ n }) => n === wished) ? (wished as number) : (attempts.at(-1)?.n ?? 1)
  return { block, attempt, compares: query.get('compare') === '1' && attempts.length > 1, line: number('line') }
}

/** The program of one attempt, with remarks at its lines, or two attempts compared. */
export function CodePane({
  view,
  selection,
  onRun,
}: {
  view: RunView
  selection: Selection
  onRun?: ((id: string) => void) | undefined
}) {
  const block = view.run.blocks[selection.block]
  const attempt = block?.attempts.find(({ n }) => n === selection.attempt)
  const before = block?.attempts.findLast(({ n }) => n < selection.attempt) ?? block?.attempts[0]
  const marks = useMarks(block, attempt, selection.line)
  useAttemptKeys(block, selection)
  if (!block)
    return (
      <p className="quiet-text pane-empty">
        {view.run.state === 'ended'
          ? 'No code was found in it. If it is a program, choose its language and run it again.'
          : 'Looking for code …'}
      </p>
    )
  return (
    <div className="stack" style={{ gap: 0 }}>
      <AttemptTabs block={block} selection={selection} />
      {attempt?.why && <ChangeNote attempt={attempt} />}
      {selection.compares && attempt && before ? (
        <Comparison from={before.code} to={attempt.code} language={block.language} />
      ) : (
        <Code label="The program" value={attempt?.code ?? block.code} language={block.language} marks={marks} />
      )}
      {block.suggestion && <Suggested view={view} block={block} onRun={onRun} />}
    </div>
  )
}

const AttemptName = ({ n, exitCode, endedBy }: RunBlock['attempts'][number]) => (
  <>
    <Icon name={!endedBy ? 'going' : exitCode === 0 ? 'ok' : 'failed'} /> Attempt {n}
  </>
)

function AttemptTabs({ block, selection }: { block: RunBlock; selection: Selection }) {
  if (block.attempts.length === 0) return null
  return (
    <div className="row attempt-tabs">
      <TabList
        className="grow"
        label="Attempts"
        tabs={block.attempts.map((attempt) => ({ id: String(attempt.n), name: <AttemptName {...attempt} /> }))}
        chosen={String(selection.attempt)}
        onChoose={(attempt) => setQuery({ attempt })}
      />
      {block.attempts.length > 1 && (
        <button
          type="button"
          className="quiet"
          aria-pressed={selection.compares}
          onClick={() => setQuery({ compare: selection.compares ? null : '1' })}
        >
          Compare <kbd>d</kbd>
        </button>
      )}
    </div>
  )
}

function useAttemptKeys(block: RunBlock | undefined, { attempt, compares }: Selection): void {
  const step = useCallback(
    (by: number) => {
      const next = block?.attempts.find(({ n }) => n === attempt + by)
      if (next) setQuery({ attempt: String(next.n) })
    },
    [block, attempt],
  )
  useKey(
    '[',
    useCallback(() => step(-1), [step]),
  )
  useKey(
    ']',
    useCallback(() => step(1), [step]),
  )
  useKey(
    'd',
    useCallback(() => setQuery({ compare: compares ? null : '1' }), [compares]),
  )
}

function ChangeNote({ attempt }: { attempt: Attempt }) {
  const { why, strategy, confidence, assumption } = attempt
  return (
    <div className={`note change-note ${assumption ? 'is-assumption' : 'is-going'}`}>
      <span>
        {why && sentence(why)}
        {confidence !== undefined && ` ${Math.round(confidence * 100)} % sure.`} <code>{strategy}</code>
      </span>
      {assumption && <p>Assumed: {assumption}</p>}
    </div>
  )
}

/** A change that was too unsure to be made, as a difference; accepting it runs the changed program. */
function Suggested({
  view,
  block,
  onRun,
}: {
  view: RunView
  block: RunBlock
  onRun?: ((id: string) => void) | undefined
}) {
  const [failure, setFailure] = useState<Failure>()
  const { suggestion } = block
  const accept = () => {
    if (!suggestion) return
    const { text: _, programs: __, ...request } = requestOf(view) ?? {}
    startRun({ ...request, code: suggestion.code, ...(block.language && { language: block.language }) })
      .then((id) => onRun?.(id))
      .catch((error) => setFailure(asFailure(error)))
  }
  if (!suggestion) return null
  return (
    <section className="stack suggested" aria-label="Suggested change">
      <div className="row apart">
        <h2>Suggested: {suggestion.why}</h2>
        <button type="button" className="main" onClick={accept}>
          <Icon name="ok" /> Accept and run
        </button>
      </div>
      <p className="quiet-text">{suggestion.reason}</p>
      {suggestion.assumption && <p className="note is-assumption">Assumed: {suggestion.assumption}</p>}
      {failure && <FailureNote failure={failure} />}
      <Comparison from={block.finalCode ?? block.code} to={suggestion.code} language={block.language} />
    </section>
  )
}

/** The failing line with its diagnosis, and remarks of guard and analysis. */
function useMarks(block: RunBlock | undefined, attempt: Attempt | undefined, line: number | null): CodeMark[] {
  const error = attempt?.error
  const guarded = block?.findings
  const analyzed = block?.analysis?.findings
  return useMemo(() => {
    const text = (each: { message: string; remedy: string }) => `${each.message}\n${each.remedy}`
    return [
      ...(error?.line === undefined || error.file !== undefined
        ? []
        : [
            {
              line: error.line,
              meaning: 'failed' as const,
              text: error.message,
              note: error.explanation ?? `${error.type}: ${error.message}`,
            },
          ]),
      ...(guarded ?? []).map((each) => ({ line: each.line, meaning: 'blocked' as const, text: text(each) })),
      ...(analyzed ?? []).map((each) => ({ line: each.line, meaning: 'going' as const, text: text(each) })),
      ...(line === null ? [] : [{ line, meaning: 'looked' as const }]),
    ]
  }, [error, guarded, analyzed, line])
}
