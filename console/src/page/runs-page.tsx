import type { RunSummary } from 'anneal-contract/api.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { call, type Failure, withQuery } from '../api/api.ts'
import { asFailure } from '../api/use-load.ts'
import { Badge, Empty, FailureNote } from '../part/state.tsx'
import { VirtualList } from '../part/virtual-list.tsx'
import { agoText, countText, dateText, shortId, timeText } from '../part/words.ts'
import { Link } from '../route/link.tsx'
import { go, setQuery, usePlace } from '../route/router.ts'
import { useKey } from '../shell/keys.ts'

const PAGE = 200
const ROW_PX = 34
const FRESH_MS = 4000
const OUTCOMES = ['running', 'ok', 'failed', 'blocked', 'cancelled', 'error', 'nothing-to-run']

/** All runs of a user, the newest first; filters are chips and the address alike. */
export function RunsPage() {
  const { query } = usePlace()
  const { runs, failure, isLoading, isWhole, more, reload } = useRuns()
  const filter = { outcome: query.get('outcome'), language: query.get('language'), id: query.get('id') ?? '' }
  const shown = runs.filter(
    (run) =>
      (filter.outcome === null || (run.outcome ?? 'running') === filter.outcome) &&
      (filter.language === null || run.languages.includes(filter.language)) &&
      run.runId.includes(filter.id),
  )
  const languages = [...new Set(runs.flatMap((run) => run.languages))].sort()
  const [at, setAt] = useState(0)
  const step = useCallback((by: number) => setAt((before) => Math.max(0, before + by)), [])
  useKey(
    'j',
    useCallback(() => step(1), [step]),
  )
  useKey(
    'k',
    useCallback(() => step(-1), [step]),
  )
  useKey(
    'Enter',
    useCallback(() => {
      const run = shown[at]
      if (run && document.activeElement?.tagName !== 'A' && document.activeElement?.tagName !== 'BUTTON')
        go(`/runs/${run.runId}`)
    }, [shown, at]),
  )
  if (failure) return <FailureNote failure={failure} onRetry={reload} />
  return (
    <div className="stack fill">
      <div className="row">
        <h1>Runs</h1>
        <Chips name="outcome" values={OUTCOMES} chosen={filter.outcome} />
        {languages.length > 1 && <Chips name="language" values={languages} chosen={filter.language} />}
        <span className="grow" />
        <input
          aria-label="Part of an id"
          placeholder="Part of an id"
          value={filter.id}
          onChange={(event) => setQuery({ id: event.target.value || null })}
        />
      </div>
      {isLoading && (
        <p className="quiet-text" role="status">
          Loading …
        </p>
      )}
      {!isLoading && runs.length === 0 && (
        <Empty
          title="No runs yet. Write a program on the first page, or send one from here:"
          example={`echo 'print(6 * 7)' | npx anneal run - --language python --server ${location.origin}`}
        >
          <Link className="button" href="/">
            Write a program
          </Link>
        </Empty>
      )}
      {runs.length > 0 && shown.length === 0 && (
        <Empty title="No run fits these filters.">
          <button type="button" onClick={() => go('/runs')}>
            Show all
          </button>
        </Empty>
      )}
      {shown.length > 0 && (
        <section className="panel fill run-rows">
          <div className="run-row head" aria-hidden="true">
            <span>Run</span>
            <span>Outcome</span>
            <span>Language</span>
            <span className="number">Took</span>
            <span className="number">Started</span>
          </div>
          <VirtualList count={shown.length} rowPx={ROW_PX} label="Runs" first={at} onEnd={isWhole ? undefined : more}>
            {(index) => {
              const run = shown[index]
              return run ? <RunRow key={run.runId} run={run} isAt={index === at} /> : null
            }}
          </VirtualList>
        </section>
      )}
      <p className="small quiet-text">
        {countText(shown.length, 'run')}
        {!isWhole && ' so far; scroll for older ones'}
      </p>
    </div>
  )
}

function RunRow({ run, isAt }: { run: RunSummary; isAt: boolean }) {
  return (
    <Link className="run-row" href={`/runs/${run.runId}`} data-at={isAt}>
      <code>{shortId(run.runId)}</code>
      <span>
        <Badge state={run.outcome ?? 'running'} />
      </span>
      <span className="cut">{run.languages.join(', ') || '–'}</span>
      <span className="number">{timeText(run.durationMs)}</span>
      <span className="number" title={dateText(run.startedAt)}>
        {agoText(run.startedAt)}
      </span>
    </Link>
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

/** Pages of runs as they are scrolled to; the first page is looked at again now and then. */
function useRuns() {
  const [runs, setRuns] = useState<RunSummary[]>([])
  const [state, setState] = useState<{ failure?: Failure; isLoading: boolean; isWhole: boolean }>({
    isLoading: true,
    isWhole: false,
  })
  const isBusy = useRef(false)
  const load = useCallback(async (before?: string) => {
    if (isBusy.current) return
    isBusy.current = true
    try {
      const page = await call<{ runs: RunSummary[] }>(withQuery('/v1/runs', { limit: PAGE, before }))
      setRuns((known) => joined(known, page.runs))
      setState(({ isWhole }) => ({
        isLoading: false,
        isWhole: isWhole || (page.runs.length < PAGE && (before !== undefined || !isWhole)),
      }))
    } catch (error) {
      setState((now) => ({ ...now, isLoading: false, failure: asFailure(error) }))
    } finally {
      isBusy.current = false
    }
  }, [])
  useEffect(() => {
    void load()
    const timer = setInterval(() => document.visibilityState === 'visible' && void load(), FRESH_MS)
    return () => clearInterval(timer)
  }, [load])
  const last = runs.at(-1)?.runId
  const more = useCallback(() => void (last && load(last)), [last, load])
  return { runs, ...state, more, reload: () => void load() }
}

function joined(known: RunSummary[], fresh: RunSummary[]): RunSummary[] {
  const all = new Map([...known, ...fresh].map((run) => [run.runId, run]))
  return [...all.values()].sort((one, other) => other.startedAt - one.startedAt || (one.runId < other.runId ? 1 : -1))
}
