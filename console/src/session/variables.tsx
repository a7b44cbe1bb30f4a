import type { SessionVariable } from 'anneal-contract/session.ts'
import { useState } from 'react'
import { withQuery } from '../api/api.ts'
import { useLoad } from '../api/use-load.ts'
import { LoadedRows } from '../part/rows-table.tsx'
import { Await, Empty } from '../part/state.tsx'

/** The variables of all interpreters of a session; one that is chosen is shown whole. */
export function Variables({ at }: { at: string }) {
  const variables = useLoad<{ variables: SessionVariable[] }>(`${at}/variables`)
  const [chosen, setChosen] = useState<SessionVariable>()
  return (
    <div className="files">
      <div>
        <LoadedRows
          of={variables}
          rowsIn={(value) => value.variables}
          label="Variables"
          wide="Value"
          keyOf={({ language, name }) => `${language} ${name}`}
          columns={{
            Name: (each) => (
              <button type="button" className="quiet" onClick={() => setChosen(each)}>
                <code>{each.name}</code>
              </button>
            ),
            Type: ({ type }) => type,
            Value: ({ summary }) => <code>{summary}</code>,
          }}
          empty={<Empty title="No variables yet. Set one in a cell:" example="x = 42" />}
        />
      </div>
      {chosen && <Whole key={chosen.name} at={at} variable={chosen} />}
    </div>
  )
}

function Whole({ at, variable: { name, language } }: { at: string; variable: SessionVariable }) {
  const value = useLoad<{ text: string; value?: unknown }>(
    withQuery(`${at}/variables/${encodeURIComponent(name)}`, { language }),
  )
  return (
    <section className="panel" aria-label={`Variable ${name}`}>
      <header>
        <code>{name}</code>
        <span className="quiet-text small">{language}</span>
      </header>
      <Await of={value}>
        {({ text }) => (
          <pre className="raw" tabIndex={0}>
            {text}
          </pre>
        )}
      </Await>
    </section>
  )
}
