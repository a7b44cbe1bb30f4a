import type { Attempt, RunBlock } from 'anneal-contract/run.ts'
import type { RunFile } from 'anneal-contract/run-file.ts'
import type { ReactNode } from 'react'
import { RowsTable } from '../part/rows-table.tsx'
import { Badge } from '../part/state.tsx'
import { TabList } from '../part/tab-list.tsx'
import { sizeText, timeText } from '../part/words.ts'
import { setQuery, usePlace } from '../route/router.ts'
import type { Selection } from './code-pane.tsx'
import { LogView } from './log-view.tsx'
import { Results } from './results.tsx'
import type { RunView } from './run-store.ts'
import { Facts } from './stage-facts.tsx'

interface Tab {
  id: string
  name: string
  count?: number
  draw(): ReactNode
}

/** Everything that came out of a run: output, values, files, tests, measures. Tabs without content are not there. */
export function OutputPane({ view, selection }: { view: RunView; selection: Selection }) {
  const { query } = usePlace()
  const { run } = view
  const block = run.blocks[selection.block]
  const attempt = block?.attempts.find(({ n }) => n === selection.attempt)
  const tabs = tabsOf(view, block, attempt)
  const chosen = tabs.find(({ id }) => id === query.get('out')) ?? tabs[0]
  return (
    <section className="panel out-pane" aria-label="Output of the run">
      <TabList
        label="Kinds of output"
        tabs={tabs.map((tab) => ({ id: tab.id, name: <TabName {...tab} /> }))}
        chosen={chosen?.id}
        onChoose={(id) => setQuery({ out: id })}
      />
      {chosen?.draw()}
    </section>
  )
}

const TabName = ({ name, count }: Pick<Tab, 'name' | 'count'>) => (
  <>
    {name} {count !== undefined && <span className="count">{count}</span>}
  </>
)

function tabsOf({ run, log, version }: RunView, block: RunBlock | undefined, attempt: Attempt | undefined): Tab[] {
  const results = attempt?.results ?? []
  const files = attempt?.files ?? run.files
  const tests = attempt?.tests ?? []
  const cases = block?.tests?.cases ?? []
  return [
    {
      id: 'log',
      name: 'Output',
      draw: () => <LogView log={log} version={version} isGoing={run.state === 'running'} />,
    },
    ...(results.length > 0
      ? [
          {
            id: 'results',
            name: 'Results',
            count: results.length,
            draw: () => (
              <div className="inside">
                <Results values={results} />
              </div>
            ),
          },
        ]
      : []),
    ...(files.length > 0
      ? [{ id: 'files', name: 'Files', count: files.length, draw: () => <Files files={files} /> }]
      : []),
    ...(tests.length + cases.length > 0
      ? [
          {
            id: 'tests',
            name: 'Tests',
            count: tests.length + cases.length,
            draw: () => <Tests tests={tests} block={block} />,
          },
        ]
      : []),
    ...(run.state === 'ended'
      ? [{ id: 'measures', name: 'Measures', draw: () => <Measures run={run} block={block} /> }]
      : []),
  ]
}

function Files({ files }: { files: readonly RunFile[] }) {
  return (
    <RowsTable
      rows={files}
      label="Files of the run"
      keyOf={({ path }) => path}
      numbers={['Size']}
      columns={{
        File: ({ path, url }) => (
          <a href={url} download={path.split('/').at(-1)}>
            {path}
          </a>
        ),
        Type: ({ type }) => type,
        Size: ({ size }) => sizeText(size),
      }}
    />
  )
}

function Tests({ tests, block }: { tests: NonNullable<Attempt['tests']>; block: RunBlock | undefined }) {
  const report = block?.tests
  const rows = [...tests.map((each) => ({ ...each, kind: 'own' })), ...(report?.cases ?? [])]
  const lines = report?.coverage?.lines
  return (
    <div className="stack inside">
      {lines && (
        <p>
          Tests reach {lines.covered} of {lines.total} lines
          {report?.coverage &&
            report.coverage.missing.length > 0 &&
            `; not lines ${report.coverage.missing.slice(0, 20).join(', ')}`}
          .
        </p>
      )}
      <RowsTable
        rows={rows}
        label="Tests of the run"
        keyOf={(_, index) => index}
        numbers={['Time']}
        columns={{
          Test: ({ name, detail }) => (
            <>
              {name}
              {detail && <pre className="quiet-text">{detail}</pre>}
            </>
          ),
          Kind: ({ kind }) => kind,
          Result: ({ passed }) => <Badge state={passed ? 'passed' : 'failed'} />,
          Time: ({ durationMs }) => timeText(durationMs),
        }}
      />
    </div>
  )
}

function Measures({ run, block }: { run: RunView['run']; block: RunBlock | undefined }) {
  const measured = block?.performance
  const earlier = measured?.earlier
  return (
    <div className="inside">
      <Facts
        of={{
          total: timeText(run.timings.totalMs),
          'waited for a sandbox': timeText(run.timings.waitMs),
          ...Object.fromEntries(
            Object.entries(run.timings.stages).map(([stage, ms]) => [`stage ${stage}`, timeText(ms)]),
          ),
          ...(measured && {
            'processor time': timeText(measured.cpuMs),
            'memory at most': sizeText(measured.memoryPeakBytes),
            read: sizeText(measured.readBytes),
            written: sizeText(measured.writtenBytes),
          }),
          ...(earlier && {
            compared: `${earlier.verdict} ${earlier.runs} earlier runs (median ${timeText(earlier.wallMs)})`,
          }),
        }}
      />
    </div>
  )
}
