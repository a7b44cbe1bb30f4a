import type { RunSummary } from 'anneal-contract/api.ts'
import { useEffect } from 'react'
import { withQuery } from '../api/api.ts'
import { usePages } from '../api/use-pages.ts'
import { useSettled } from '../api/use-settled.ts'
import { Ago } from '../part/ago.tsx'
import { RowsTable } from '../part/rows-table.tsx'
import { SearchField } from '../part/search-field.tsx'
import { Await, Badge, Empty } from '../part/state.tsx'
import { countText, shortId, timeText } from '../part/words.ts'
import { Link } from '../route/link.tsx'
import { go, setQuery, usePlace } from '../route/router.ts'
import { isRepaired } from '../run/is-repaired.ts'

const ENOUGH = 100
const OUTCOMES = ['running', 'ok', 'failed', 'blocked', 'cancelled', 'error', 'nothing-to-run']

/** All runs of a user, the newest first; filters are chips and the address alike. */
export function RunsPage() {
  const { query } = usePlace()
  const search = query.get('search') ?? ''
  const pages = usePages<RunSummary>(withQuery('/v1/runs', { search: useSettled(search.trim()) }), {
    ...{ field: 'runs', keyOf: ({ runId }) => runId },
  })
  const { value: runs = [], isWhole, more } = pages
  const filter = { outcome: query.get('outcome'), language: query.get('language') }
  const shown = runs.filter(
    (run) =>
      (filter.outcome === null || (run.outcome ?? 'running') === filter.outcome) &&
      (filter.language === null || run.languages.includes(filter.language)),
  )
  const languages = [...new Set(runs.flatMap((run) => run.languages))].sort()
  // A filter may find its rows far behind: older pages are read until there is enough to scroll.
  const isShort = runs.length > 0 && shown.length < ENOUGH
  useEffect(() => {
    if (isShort) more()
  }, [isShort, more])
  return (
    <div className="stack fill">
      <div className="row">
        <h1>Runs</h1>
        <Chips name="outcome" values={OUTCOMES} chosen={filter.outcome} />
        {languages.length > 1 && <Chips name="language" values={languages} chosen={filter.language} />}
        <SearchField
          label="Search titles and ids"
          value={search}
          onChange={(wanted) => setQuery({ search: wanted || null })}
        />
      </div>
      <Await of={pages}>
        {() => (
          <>
            {shown.length === 0 && isWhole && <NoRuns isFiltered={runs.length > 0 || search !== ''} />}
            {shown.length > 0 && <Runs list={shown} onEnd={more} />}
            <p className="small quiet-text" role="status">
              {shown.length > 0 && countText(shown.length, 'run')}
              {!isWhole && shown.length > 0 && ' so far; scroll for older ones'}
              {!isWhole && shown.length === 0 && 'Looking through older runs …'}
            </p>
          </>
        )}
      </Await>
    </div>
  )
}

function Runs({ list, onEnd }: { list: RunSummary[]; onEnd(): void }) {
  return (
    <RowsTable
      rows={list}
      label="Runs"
      keyOf={({ runId }) => runId}
      hrefOf={({ runId }) => `/runs/${runId}`}
      wide="Run"
      numbers={['Took', 'Started']}
      onEnd={onEnd}
      columns={{
        Run: ({ title, runId }) => title ?? <code>{shortId(runId)}</code>,
        Outcome: (run) => <Badge state={run.outcome ?? 'running'}>{outcomeText(run)}</Badge>,
        Language: ({ languages }) => languages.join(', ') || '–',
        Took: ({ durationMs }) => timeText(durationMs),
        Started: ({ startedAt }) => <Ago at={startedAt} />,
        Id: ({ runId }) => <code>{shortId(runId)}</code>,
      }}
    />
  )
}

const outcomeText = (run: RunSummary): string =>
  isRepaired(run) ? 'ok, repaired' : (run.outcome ?? 'running').replaceAll('-', ' ')

function NoRuns({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered)
    return (
      <Empty title="No run fits these filters.">
        <button type="button" onClick={() => go('/runs')}>
          Show all
        </button>
      </Empty>
    )
  return (
    <Empty
      title="No runs yet. Write a program on the first page, or send one from here:"
      example={`echo 'print(6 * 7)' | npx anneal run - --language python --server ${location.origin}`}
    >
      <Link className="button" href="/">
        Write a program
      </Link>
    </Empty>
  )
}

function Chips({ name, values, chosen }: { name: string; values: string[]; chosen: string | null }) {
  return (
    <fieldset className="row chips">
      <legend className="only-heard">{name}</legend>
      {values.map((value) => (
        <button
          key={value}
          type="button"
          className="chip"
          aria-pressed={value === chosen}
          onClick={() => setQuery({ [name]: value === chosen ? null : value })}
        >
          {value.replaceAll('-', ' ')}
        </button>
      ))}
    </fieldset>
  )
}
