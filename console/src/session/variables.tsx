import type { SessionVariable } from 'anneal-contract/session.ts'
import { useState } from 'react'
import { withQuery } from '../api/api.ts'
import { useLoad } from '../api/use-load.ts'
import { Await, Empty } from '../part/state.tsx'

/** The variables of all interpreters of a session; one that is chosen is shown whole. */
export function Variables({ at }: { at: string }) {
  const variables = useLoad<{ variables: SessionVariable[] }>(`${at}/variables`)
  const [chosen, setChosen] = useState<SessionVariable>()
  return (
    <Await of={variables}>
      {({ variables: list }) =>
        list.length === 0 ? (
          <Empty title="No variables yet. Set one in a cell:" example="x = 42" />
        ) : (
          <div className="files">
            <section className="panel scrolls" tabIndex={0}>
              <table className="rows">
                <thead>
                  <tr>
                    <th>Name</th>
                    <th>Type</th>
                    <th>Value</th>
                  </tr>
                </thead>
                <tbody>
                  {list.map((each) => (
                    <tr key={`${each.language} ${each.name}`}>
                      <td>
                        <button type="button" className="quiet" onClick={() => setChosen(each)}>
                          <code>{each.name}</code>
                        </button>
                      </td>
                      <td>{each.type}</td>
                      <td>
                        <code>{each.summary}</code>
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </section>
            {chosen && <Whole key={chosen.name} at={at} variable={chosen} />}
          </div>
        )
      }
    </Await>
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
