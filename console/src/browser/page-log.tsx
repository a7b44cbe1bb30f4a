import type { ActionRecord } from 'anneal-contract/action.ts'
import { withQuery } from '../api/api.ts'
import { useLoad } from '../api/use-load.ts'
import { Ago } from '../part/ago.tsx'
import { LoadedRows } from '../part/rows-table.tsx'
import { Badge, Empty } from '../part/state.tsx'
import { timeText } from '../part/words.ts'

const LOOK_MS = 2000
const LONGEST = 200

/** The actions on the pages of a session, the newest first: whoever did them. */
export function PageLog({ session }: { session: string }) {
  const actions = useLoad<{ actions: ActionRecord[] }>(withQuery('/v1/actions', { session, limit: 200 }), {
    everyMs: LOOK_MS,
  })
  return (
    <LoadedRows
      of={actions}
      rowsIn={(value) => value.actions.filter(({ type }) => type.startsWith('browser.'))}
      label="Actions"
      wide="Action"
      numbers={['Took']}
      keyOf={({ id }) => id}
      columns={{
        Action: ({ type, input, error }) => (
          <>
            <strong>{type.slice('browser.'.length)}</strong> <code>{inputText(input)}</code>
            {error && <p className="quiet-text">{error.message}</p>}
          </>
        ),
        Outcome: ({ outcome }) => <Badge state={outcome ?? 'running'} />,
        Took: ({ durationMs }) => timeText(durationMs),
        When: ({ startedAt }) => <Ago at={startedAt} />,
      }}
      empty={<Empty title="No actions yet. Agents act on pages by browser.* actions; each is told here." />}
    />
  )
}

/** The words of an input: numbers and switches have their usual values nearly always. */
function inputText(input: unknown): string {
  const values = Object.values((input ?? {}) as Record<string, unknown>).filter((value) => typeof value !== 'number')
  const told = values.filter((value) => typeof value !== 'boolean')
  const text = told.map((value) => (typeof value === 'string' ? value : JSON.stringify(value))).join(' ')
  return text.length > LONGEST ? `${text.slice(0, LONGEST)} …` : text
}
