import { HealthView } from '../observe/health-view.tsx'
import { LogsView } from '../observe/logs-view.tsx'
import { NumbersView } from '../observe/numbers-view.tsx'
import { Tabs } from '../part/tabs.tsx'

/** The health of the server, its numbers and its log. */
export function ObservePage() {
  return (
    <div className="stack">
      <h1>Observe</h1>
      <Tabs
        label="Parts of the page"
        entries={[
          { id: 'health', name: 'Health', draw: () => <HealthView /> },
          { id: 'numbers', name: 'Numbers', draw: () => <NumbersView /> },
          { id: 'log', name: 'Log', draw: () => <LogsView /> },
        ]}
      />
    </div>
  )
}
