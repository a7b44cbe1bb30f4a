import type { Agent } from 'anneal-contract/agent.ts'
import { useLoad } from '../api/use-load.ts'
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
            {agents.map((agent) => (
              <OneAgent key={agent.id} agent={agent} />
            ))}
          </div>
        )
      }
    </Await>
  )
}

function OneAgent({ agent: { name, description, runs, succeeded, domains, lessons } }: { agent: Agent }) {
  return (
    <section className="panel stack" aria-label={name}>
      <div className="row">
        <h2>{name}</h2>
        <span className="quiet-text">
          {countText(runs, 'run')}, {succeeded} ended well · {countText(lessons.active, 'active lesson')}
        </span>
      </div>
      {description && <p>{description}</p>}
      {domains.length > 0 && (
        <div className="scrolls" tabIndex={0} role="region" aria-label={`Record of ${name}`}>
          <table className="rows">
            <thead>
              <tr>
                <th>Domain</th>
                <th>Level</th>
                <th>Ended well</th>
                <th>With 95 % certainty</th>
              </tr>
            </thead>
            <tbody>
              {domains.map((each) => (
                <tr key={`${each.language} ${each.kind}`}>
                  <td>
                    {each.language} {each.kind}
                  </td>
                  <td>
                    <Badge state={LOOKS[each.level]}>{each.level}</Badge>
                  </td>
                  <td>
                    {each.succeeded} of {each.runs}
                  </td>
                  <td>
                    {percent(each.low)} to {percent(each.high)}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}
