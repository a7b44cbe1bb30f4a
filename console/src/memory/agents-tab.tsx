import type { Agent } from 'anneal-contract/agent.ts'
import { useLoad } from '../api/use-load.ts'
import { RowsTable } from '../part/rows-table.tsx'
import { SomeOf } from '../part/some-of.tsx'
import { Await, Badge, Empty } from '../part/state.tsx'
import { countText } from '../part/words.ts'

const percent = (share: number): string => `${Math.round(share * 100)} %`
const LOOKS = { new: 'new', learning: 'running', graduated: 'ok', expert: 'ok' }

/** Named agents, and how well each does by language and kind of task. */
export function AgentsTab() {
  const loaded = useLoad<{ agents: Agent[] }>('/v1/agents')
  return (
    <Await of={loaded}>
      {({ agents }) =>
        agents.length === 0 ? (
          <Empty
            title="No agents yet. Name one, and say in each run which agent it is for:"
            example="anneal agents add ada"
          />
        ) : (
          <div className="stack">
            <SomeOf list={agents} noun="agent">
              {(some) => some.map((agent) => <OneAgent key={agent.id} agent={agent} />)}
            </SomeOf>
          </div>
        )
      }
    </Await>
  )
}

function OneAgent({ agent: { name, description, runs, succeeded, domains, lessons } }: { agent: Agent }) {
  return (
    <section className="panel inside stack" aria-label={name}>
      <div className="row">
        <h2>{name}</h2>
        <span className="quiet-text">
          {countText(runs, 'run')}, {succeeded} ended well · {countText(lessons.active, 'active lesson')}
        </span>
      </div>
      {description && <p>{description}</p>}
      {domains.length > 0 && (
        <RowsTable
          rows={domains}
          label={`Record of ${name}`}
          keyOf={({ language, kind }) => `${language} ${kind}`}
          columns={{
            Domain: ({ language, kind }) => `${language} ${kind}`,
            Level: ({ level }) => <Badge state={LOOKS[level]}>{level}</Badge>,
            'Ended well': (each) => `${each.succeeded} of ${each.runs}`,
            'With 95 % certainty': ({ low, high }) => `${percent(low)} to ${percent(high)}`,
          }}
        />
      )}
    </section>
  )
}
