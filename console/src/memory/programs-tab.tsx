import type { CodePattern, FoundPattern } from 'anneal-contract/memory.ts'
import { titleOfProgram } from 'anneal-contract/title-of.ts'
import { useState } from 'react'
import { call } from '../api/api.ts'
import { useLoad } from '../api/use-load.ts'
import { usePages } from '../api/use-pages.ts'
import { ActButton } from '../part/act.tsx'
import { Ago } from '../part/ago.tsx'
import { CopyButton } from '../part/copy.tsx'
import { NewForm } from '../part/new-form.tsx'
import { LoadedRows, RowsTable } from '../part/rows-table.tsx'
import { Empty } from '../part/state.tsx'
import { countText, shortId } from '../part/words.ts'
import { setQuery, usePlace } from '../route/router.ts'
import { RunLinks } from './run-links.tsx'

type Known = CodePattern & Partial<Pick<FoundPattern, 'score'>>

const BY = ['by words', 'by code']

/** Programs that worked: search them by words or by code like them, see the runs that prove one, forget it. */
export function ProgramsTab() {
  const list = usePages<CodePattern>('/v1/memory/patterns', { field: 'patterns', keyOf: ({ id }) => id })
  const [found, setFound] = useState<FoundPattern[]>()
  const { query } = usePlace()
  const chosen = query.get('program')
  const search = async ({ by, wanted }: { by: string; wanted: string }) => {
    if (wanted === '') return setFound(undefined)
    const body = { [by === BY[1] ? 'code' : 'query']: wanted, limit: 100 }
    setFound((await call<{ patterns: FoundPattern[] }>('/v1/memory/search', { body })).patterns)
  }
  const forgotten = () => {
    setQuery({ program: null })
    setFound((now) => now?.filter(({ id }) => id !== chosen))
    list.reload()
  }
  return (
    <>
      <NewForm
        keepsText
        fields={[
          { name: 'by', label: 'Search', options: BY },
          { name: 'wanted', label: 'Words or code', placeholder: 'mean of a list', isOptional: true },
        ]}
        action="Search"
        make={search}
      />
      {chosen && <OneProgram key={chosen} id={chosen} onForgotten={forgotten} />}
      {found === undefined ? (
        <LoadedRows of={list} rowsIn={(rows) => rows} onEnd={list.more} {...TABLE} empty={<NoPrograms />} />
      ) : found.length === 0 ? (
        <Empty title="No program fits. Search for other words, or for nothing to see all." />
      ) : (
        <RowsTable rows={found} {...TABLE} />
      )}
    </>
  )
}

const NoPrograms = () => (
  <Empty
    title="No programs yet. One that ends well in a run with a task is remembered, with the run as its proof."
    example={`npx anneal memory search 'mean of a list'`}
  />
)

const TABLE = {
  label: 'Programs',
  wide: 'Program',
  numbers: ['Worked', 'Likeness'],
  keyOf: ({ id }: Known) => id,
  columns: {
    Program: ({ id, task, code }: Known) => (
      <button type="button" className="quiet cut" title={code} onClick={() => setQuery({ program: id })}>
        {task ?? <code>{titleOfProgram(code)}</code>}
      </button>
    ),
    Language: ({ language }: Known) => language,
    Worked: ({ worked, source }: Known) => (source === 'given' && worked === 0 ? 'not run' : worked),
    Likeness: ({ score }: Known) => (score === undefined ? '–' : `${Math.round(score * 100)} %`),
    Changed: ({ changedAt }: Known) => <Ago at={changedAt} />,
  },
}

function OneProgram({ id, onForgotten }: { id: string; onForgotten(): void }) {
  const { value, failure } = useLoad<CodePattern>(`/v1/memory/patterns/${id}`)
  const forget = async () => {
    await call(`/v1/memory/patterns/${id}`, { method: 'DELETE' })
    onForgotten()
  }
  if (failure) return <Empty title={failure.message} />
  if (!value) return null
  return (
    <section className="panel" aria-label={`Program ${id}`}>
      <header>
        <span className="row">
          <strong>{value.task ?? titleOfProgram(value.code)}</strong>
          <span className="quiet-text small">
            {value.language} · {shortId(id)}
          </span>
        </span>
        <span className="row">
          <CopyButton text={value.code} label="Copy the program" />
          <ActButton asks="Forget this program?" work={forget}>
            Forget
          </ActButton>
          <button type="button" onClick={() => setQuery({ program: null })}>
            Close
          </button>
        </span>
      </header>
      <pre className="inside program" tabIndex={0}>
        {value.code}
      </pre>
      <p className="inside">
        {value.worked === 0 ? (
          'Somebody stored it; nothing here ran it yet.'
        ) : (
          <>
            Ended well in {countText(value.worked, 'run')}: <RunLinks runs={value.runs} />
          </>
        )}
        {value.tests && value.tests.length > 0 && ` Passed ${countText(value.tests.length, 'test')} of its request.`}
      </p>
    </section>
  )
}
