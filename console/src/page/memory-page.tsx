import type { ErrorPattern } from 'anneal-contract/error-pattern.ts'
import type { StrategyInfo } from 'anneal-contract/repair.ts'
import { useLoad } from '../api/use-load.ts'
import { AgentsTab } from '../memory/agents-tab.tsx'
import { InsightsTab } from '../memory/insights-tab.tsx'
import { PlaybookTab } from '../memory/playbook-tab.tsx'
import { ProgramsTab } from '../memory/programs-tab.tsx'
import { LoadedRows } from '../part/rows-table.tsx'
import { Empty } from '../part/state.tsx'
import { Tabs } from '../part/tabs.tsx'

/** Knowledge from runs: insights, lessons, programs, agents, which strategies were right, and which failures are known. */
export function MemoryPage() {
  return (
    <div className="stack">
      <h1>Memory</h1>
      <Tabs
        label="Parts of the page"
        entries={[
          { id: 'insights', name: 'Insights', draw: () => <InsightsTab /> },
          { id: 'playbook', name: 'Playbook', draw: () => <PlaybookTab /> },
          { id: 'programs', name: 'Programs', draw: () => <ProgramsTab /> },
          { id: 'agents', name: 'Agents', draw: () => <AgentsTab /> },
          { id: 'strategies', name: 'Strategies', draw: () => <Strategies /> },
          { id: 'patterns', name: 'Failure patterns', draw: () => <Patterns /> },
        ]}
      />
    </div>
  )
}

function Strategies() {
  return (
    <LoadedRows
      of={useLoad<{ strategies: StrategyInfo[] }>('/v1/strategies')}
      rowsIn={({ strategies }) => strategies}
      label="Strategies"
      wide="What it does"
      keyOf={({ id }) => id}
      columns={{
        Strategy: ({ id }) => <code>{id}</code>,
        'What it does': ({ title, bold }) => (
          <>
            {title}
            {bold && <p className="quiet-text">Bold: {bold}</p>}
          </>
        ),
        Languages: ({ languages }) => languages.join(', '),
        Learnt: learntText,
      }}
    />
  )
}

function learntText({ learned, prior }: StrategyInfo): string {
  const [won, lost] = [
    learned.reduce((sum, each) => sum + each.won, 0),
    learned.reduce((sum, each) => sum + each.lost, 0),
  ]
  if (won + lost === 0) return `nothing yet; taken as ${Math.round(prior * 100)} % sure`
  return `right ${won.toFixed(1)} times, wrong ${lost.toFixed(1)}`
}

const PATTERN_EXAMPLE = `curl -H "Authorization: Bearer $ANNEAL_API_KEY" ${location.origin}/v1/error-patterns --json \\
  '{"id": "team/quota", "type": "QuotaError", "category": "resource", "explain": "The quota is spent."}'`

function Patterns() {
  return (
    <LoadedRows
      of={useLoad<{ patterns: ErrorPattern[] }>('/v1/error-patterns')}
      rowsIn={({ patterns }) => patterns}
      label="Failure patterns"
      wide="Explanation"
      keyOf={({ id }) => id}
      columns={{ Pattern: ({ id }) => <code>{id}</code>, Explanation: ({ explain }) => explain }}
      empty={
        <Empty
          title="No patterns of your own. An administrator adds one to explain failures that only you know:"
          example={PATTERN_EXAMPLE}
        />
      }
    />
  )
}
