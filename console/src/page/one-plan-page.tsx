import type { PlanInfo, PlanStepInfo } from 'anneal-contract/plan.ts'
import { useEffect, useMemo } from 'react'
import { call, withQuery } from '../api/api.ts'
import { follow } from '../api/follow.ts'
import { useLoad } from '../api/use-load.ts'
import { ActButton } from '../part/act.tsx'
import { Ago } from '../part/ago.tsx'
import { Id } from '../part/copy.tsx'
import { Drawing } from '../part/drawing.tsx'
import { RowsTable } from '../part/rows-table.tsx'
import { Await, Badge } from '../part/state.tsx'
import { countText, timeText } from '../part/words.ts'
import { Link } from '../route/link.tsx'
import { setQuery, usePlace } from '../route/router.ts'
import { Facts } from '../run/stage-facts.tsx'
import { useThingName } from '../shell/document-title.ts'

const MOST_DRAWN = 300
const OVER = ['done', 'failed', 'cancelled']

/** One plan as it goes on: its graph, its steps, and what a person has to say. */
export function OnePlanPage({ id }: { id: string }) {
  const plan = useLoad<PlanInfo>(`/v1/plans/${id}`)
  const { reload } = plan
  useThingName(plan.value?.name)
  useEffect(() => {
    const leaving = new AbortController()
    const path = withQuery('/v1/events', { subject: `plan:${id}` })
    follow({ path, signal: leaving.signal, isOver: () => false, onEvents: reload }).catch(() => undefined)
    return () => leaving.abort()
  }, [id, reload])
  const change = (what: string, body?: object) => async () => {
    await call(`/v1/plans/${id}/${what}`, { method: 'POST', ...(body && { body }) })
    reload()
  }
  return (
    <Await of={plan} list={{ noun: 'plan', href: '/plans', word: 'All plans' }}>
      {(info) => (
        <div className="stack">
          <div className="row">
            <h1>{info.name ?? 'Plan'}</h1>
            <Badge state={info.state} />
            <span className="quiet-text">{progressText(info)}</span>
            <span className="quiet-text">
              <Ago at={info.createdAt} />
            </span>
            <Id id={id} />
            <span className="grow" />
            {info.sessionId && (
              <Link className="button" href={`/sessions/${info.sessionId}`}>
                Session
              </Link>
            )}
            {info.state === 'running' && <ActButton work={change('pause')}>Pause</ActButton>}
            {(info.state === 'paused' || info.state === 'failed') && (
              <ActButton className="main" work={change('resume', {})}>
                Go on
              </ActButton>
            )}
            {!OVER.includes(info.state) && (
              <ActButton asks="Cancel this plan?" work={change('cancel')}>
                Cancel
              </ActButton>
            )}
          </div>
          {info.error && <p className="note is-failed">{info.error.message}</p>}
          <Unknown info={info} change={change} />
          <Steps info={info} />
        </div>
      )}
    </Await>
  )
}

function progressText({ steps }: PlanInfo): string {
  const done = steps.filter(({ state }) => state === 'done' || state === 'skipped').length
  return `${done} of ${countText(steps.length, 'step')} done`
}

/** Steps whose effect outside may have happened: only a person can say. */
function Unknown({ info, change }: { info: PlanInfo; change(what: string, body: object): () => Promise<void> }) {
  return info.steps
    .filter(({ state }) => state === 'unknown')
    .map((step) => (
      <div key={step.id} className="note is-blocked stack">
        <strong>Nobody knows whether “{step.id}” happened: its server died meanwhile.</strong>
        <span className="row">
          <ActButton work={change('resume', { step: step.id, as: 'done' })}>It happened</ActButton>
          <ActButton work={change('resume', { step: step.id, as: 'again' })}>Try it again</ActButton>
        </span>
      </div>
    ))
}

function Steps({ info }: { info: PlanInfo }) {
  const { query } = usePlace()
  const chosen = info.steps.find(({ id }) => id === query.get('step'))
  const nodes = useMemo(
    () => info.steps.map(({ id, type, state }) => ({ id, title: id, detail: type ?? 'group', state })),
    [info.steps],
  )
  const edges = useMemo(
    () => info.steps.flatMap(({ id, needs }) => needs.map((from) => ({ from, to: id }))),
    [info.steps],
  )
  return (
    <>
      {nodes.length <= MOST_DRAWN && (
        <section className="panel inside">
          <Drawing
            label="Steps"
            nodes={nodes}
            edges={edges}
            chosen={chosen?.id}
            onOpen={(step) => setQuery({ step })}
          />
        </section>
      )}
      {chosen && <OneStep step={chosen} />}
      <RowsTable
        rows={info.steps}
        label="List of steps"
        keyOf={({ id }) => id}
        numbers={['Tries', 'Took']}
        columns={{
          Step: ({ id }) => (
            <button type="button" className="quiet" onClick={() => setQuery({ step: id })}>
              {id}
            </button>
          ),
          State: ({ state }) => <Badge state={state} />,
          Action: ({ type }) => type ?? 'group',
          Tries: ({ attempts }) => attempts,
          Took: tookText,
        }}
      />
    </>
  )
}

const tookText = ({ startedAt, endedAt }: PlanStepInfo): string =>
  startedAt === null || endedAt === null ? '–' : timeText(endedAt - startedAt)

function OneStep({ step }: { step: PlanStepInfo }) {
  return (
    <section className="panel" aria-label={`Step ${step.id}`}>
      <header>
        <strong>{step.id}</strong>
        <Badge state={step.state} />
      </header>
      <div className="inside stack">
        <Facts
          of={{
            why: step.why,
            reach: step.reach,
            action: step.actionId,
            checkpoint: step.checkpointId,
            error: step.error?.message,
            hint: step.error?.hint,
          }}
        />
        {step.output !== undefined && (
          <pre className="raw" tabIndex={0}>
            {JSON.stringify(step.output, null, 2).slice(0, 100_000)}
          </pre>
        )}
      </div>
    </section>
  )
}
