import type { PlanSummary } from 'anneal-contract/plan.ts'
import { useState } from 'react'
import { call } from '../api/api.ts'
import { useLoad } from '../api/use-load.ts'
import { ActButton } from '../part/act.tsx'
import { Await, Badge, Empty } from '../part/state.tsx'
import { agoText, shortId } from '../part/words.ts'
import { Link } from '../route/link.tsx'
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
  const plans = useLoad<{ plans: PlanSummary[] }>('/v1/plans?limit=1000', { everyMs: 4000 })
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
      <Await of={plans}>
        {({ plans: list }) =>
          list.length === 0 ? (
            <Empty
              title="No plans yet. A plan is a list of steps that survives a crash."
              example="npx anneal plan run examples/plan.yaml"
            />
          ) : (
            <section className="panel scrolls" tabIndex={0}>
              <table className="rows">
                <thead>
                  <tr>
                    <th>Plan</th>
                    <th>Name</th>
                    <th>State</th>
                    <th className="number">Changes</th>
                    <th>Began</th>
                  </tr>
                </thead>
                <tbody>
                  {list.map((plan) => (
                    <tr key={plan.id}>
                      <td>
                        <Link href={`/plans/${plan.id}`}>
                          <code>{shortId(plan.id)}</code>
                        </Link>
                      </td>
                      <td>{plan.name ?? '–'}</td>
                      <td>
                        <Badge state={plan.state} />
                      </td>
                      <td className="number">{plan.replans}</td>
                      <td>{agoText(plan.createdAt)}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </section>
          )
        }
      </Await>
    </div>
  )
}
