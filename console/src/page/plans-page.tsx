import type { PlanSummary } from 'anneal-contract/plan.ts'
import { useState } from 'react'
import { call } from '../api/api.ts'
import { usePages } from '../api/use-pages.ts'
import { ActButton } from '../part/act.tsx'
import { Ago } from '../part/ago.tsx'
import { LoadedRows } from '../part/rows-table.tsx'
import { Badge, Empty } from '../part/state.tsx'
import { shortId } from '../part/words.ts'
import { go } from '../route/router.ts'
import { Code } from '../run/code.tsx'

const EXAMPLE = `{
  "name": "count and check",
  "session": "new",
  "steps": [
    { "id": "count", "action": { "type": "code.run", "input": { "language": "python", "code": "print(sum(range(10)))" } } },
    { "id": "check", "needs": ["count"],
      "action": { "type": "code.run", "input": { "language": "python", "code": "assert 45 == 45; print('checked')" } } }
  ]
}
`

/** All plans of a user, and a field for the next one. */
export function PlansPage() {
  const plans = usePages<PlanSummary>('/v1/plans', { field: 'plans', keyOf: ({ id }) => id })
  const [text, setText] = useState<string>()
  const start = async () => {
    const { planId } = await call<{ planId: string }>('/v1/plans', { body: JSON.parse(text ?? '') })
    go(`/plans/${planId}`)
  }
  return (
    <div className="stack">
      <div className="row apart">
        <h1>Plans</h1>
        <button type="button" onClick={() => setText(text === undefined ? EXAMPLE : undefined)}>
          {text === undefined ? 'New plan' : 'Close'}
        </button>
      </div>
      {text !== undefined && (
        <section className="panel" aria-label="New plan">
          <header>
            <span className="quiet-text">Steps as JSON</span>
            <ActButton className="main" work={start}>
              Start
            </ActButton>
          </header>
          <Code label="The plan as JSON" language="javascript" value={text} onChange={setText} />
        </section>
      )}
      <LoadedRows
        of={plans}
        rowsIn={(rows) => rows}
        onEnd={plans.more}
        label="Plans"
        keyOf={({ id }) => id}
        hrefOf={({ id }) => `/plans/${id}`}
        wide="Plan"
        numbers={['Changes']}
        columns={{
          Plan: ({ id, name }) => name ?? <code>{shortId(id)}</code>,
          State: ({ state }) => <Badge state={state} />,
          Changes: ({ replans }) => replans,
          Began: ({ createdAt }) => <Ago at={createdAt} />,
          Id: ({ id }) => <code>{shortId(id)}</code>,
        }}
        empty={
          <Empty
            title="No plans yet. A plan is a list of steps that survives a crash."
            example="npx anneal plan run examples/plan.yaml"
          />
        }
      />
    </div>
  )
}
