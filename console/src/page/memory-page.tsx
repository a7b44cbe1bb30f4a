import type { ErrorPattern } from 'anneal-contract/error-pattern.ts'
import type { StrategyInfo } from 'anneal-contract/repair.ts'
import { useLoad } from '../api/use-load.ts'
import { AgentsTab } from '../memory/agents-tab.tsx'
import { InsightsTab } from '../memory/insights-tab.tsx'
import { PlaybookTab } from '../memory/playbook-tab.tsx'
import { Await, Empty } from '../part/state.tsx'
import { Tabs } from '../part/tabs.tsx'

/** Knowledge from runs: insights, lessons, agents, which strategies were right, and which failures are known. */
export function MemoryPage() {
  return (
    <div className="stack">
      <h1>Memory</h1>
      <Tabs
        label="Parts of the page"
        entries={[
          { id: 'insights', name: 'Insights', draw: () => <InsightsTab /> },
          { id: 'playbook', name: 'Playbook', draw: () => <PlaybookTab /> },
          { id: 'agents', name: 'Agents', draw: () => <AgentsTab /> },
          { id: 'strategies', name: 'Strategies', draw: () => <Strategies /> },
          { id: 'patterns', name: 'Failure patterns', draw: () => <Patterns /> },
        ]}
      />
    </div>
  )
}

function Strategies() {
  const list = useLoad<{ strategies: StrategyInfo[] }>('/v1/strategies')
  return (
    <Await of={list}>
      {({ strategies }) => (
        <section className="panel scrolls" tabIndex={0}>
          <table className="rows">
            <thead>
              <tr>
                <th>Strategy</th>
                <th>What it does</th>
                <th>Languages</th>
                <th>Learnt</th>
              </tr>
            </thead>
            <tbody>
              {strategies.map((each) => (
                <tr key={each.id}>
                  <td>
                    <code>{each.id}</code>
                  </td>
                  <td>
                    {each.title}
                    {each.bold && <p className="quiet-text">Bold: {each.bold}</p>}
                  </td>
                  <td>{each.languages.join(', ')}</td>
                  <td>{learntText(each)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </Await>
  )
}

function learntText({ learned, prior }: StrategyInfo): string {
  const [won, lost] = [
    learned.reduce((sum, each) => sum + each.won, 0),
    learned.reduce((sum, each) => sum + each.lost, 0),
  ]
  if (won + lost === 0) return `nothing yet; ${Math.round(prior * 100)} % before`
  return `right ${won.toFixed(1)} times, wrong ${lost.toFixed(1)}`
}

function Patterns() {
  const list = useLoad<{ patterns: ErrorPattern[] }>('/v1/error-patterns')
  return (
    <Await of={list}>
      {({ patterns }) =>
        patterns.length === 0 ? (
          <Empty
            title="No patterns of your own. Add one to explain failures that only you know:"
            example="POST /v1/error-patterns"
          />
        ) : (
          <section className="panel scrolls" tabIndex={0}>
            <table className="rows">
              <thead>
                <tr>
                  <th>Pattern</th>
                  <th>Explanation</th>
                </tr>
              </thead>
              <tbody>
                {patterns.map((each) => (
                  <tr key={each.id}>
                    <td>
                      <code>{each.id}</code>
                    </td>
                    <td>{each.explain}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        )
      }
    </Await>
  )
}
