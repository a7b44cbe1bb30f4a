import type { CheckpointDiff, CheckpointInfo } from 'anneal-contract/checkpoint.ts'
import type { SessionInfo } from 'anneal-contract/session.ts'
import { useState } from 'react'
import { call, withQuery } from '../api/api.ts'
import { useLoad } from '../api/use-load.ts'
import { useStream } from '../api/use-stream.ts'
import { NewForm } from '../part/new-form.tsx'
import { LoadedRows } from '../part/rows-table.tsx'
import { Await, Badge, Empty } from '../part/state.tsx'
import { sizeText } from '../part/words.ts'
import { checkpointLine } from './checkpoint-line.ts'
import { CheckpointLine } from './checkpoint-rows.tsx'

/** The checkpoints of a session as a line that branches: go back, branch, compare two. */
export function History({ id, conversation, onChanged }: { id: string; conversation: string; onChanged(): void }) {
  const list = useLoad<{ checkpoints: CheckpointInfo[] }>(withQuery('/v1/checkpoints', { session: id, limit: 1000 }))
  const related = useLoad<{ sessions: SessionInfo[] }>(withQuery('/v1/sessions', { conversation, limit: 1000 }))
  const events = useStream(`session:${id}`)
  const [pair, setPair] = useState<string[]>([])
  const changed = () => {
    list.reload()
    onChanged()
  }
  const keep = async ({ label }: { label: string }) => {
    await call(`/v1/sessions/${id}/checkpoints`, { body: label === '' ? {} : { label } })
    list.reload()
  }
  const choose = (one: string) =>
    setPair((before) => (before.includes(one) ? before.filter((each) => each !== one) : [...before, one].slice(-2)))
  return (
    <div className="stack">
      <NewForm
        fields={[
          { name: 'label', label: 'Name of a new checkpoint', placeholder: 'Name, if you like', isOptional: true },
        ]}
        action="Keep this state"
        make={keep}
      />
      <Await of={list}>
        {({ checkpoints }) =>
          checkpoints.length === 0 ? (
            <Empty title="No checkpoints yet. Keep the state as it is now, and come back to it whenever you like." />
          ) : (
            <CheckpointLine
              places={checkpointLine(checkpoints, events, branchesOf(checkpoints, related.value?.sessions))}
              chosen={pair}
              onChoose={choose}
              onChanged={changed}
            />
          )
        }
      </Await>
      {pair.length === 1 && <p className="quiet-text small">Choose a second one to compare it with.</p>}
      {pair.length === 2 && <Compared pair={pair} />}
    </div>
  )
}

function branchesOf(checkpoints: readonly CheckpointInfo[], sessions: readonly SessionInfo[] = []): SessionInfo[] {
  const here = new Set(checkpoints.map(({ id }) => id))
  return sessions.filter(({ branchedFrom }) => branchedFrom !== null && here.has(branchedFrom))
}

function Compared({ pair }: { pair: string[] }) {
  const [from, to] = pair.toSorted()
  return (
    <LoadedRows
      of={useLoad<CheckpointDiff>(`/v1/checkpoints/${from}/diff/${to}`)}
      rowsIn={differences}
      label="Differences"
      keyOf={({ kind, name }) => `${kind} ${name}`}
      columns={{
        What: ({ kind, name }) => (
          <>
            <code>{name}</code> <span className="quiet-text">{kind}</span>
          </>
        ),
        Change: ({ change }) => <Badge state="waiting">{change}</Badge>,
        Before: ({ before }) => <code>{before}</code>,
        After: ({ after }) => <code>{after}</code>,
      }}
      empty={<Empty title="These two states are equal." />}
    />
  )
}

const differences = ({ files, variables }: CheckpointDiff) => [
  ...variables.map(({ language, name, change, from, to }) => ({
    ...{ kind: `${language} variable`, name, change, before: from ?? '–', after: to ?? '–' },
  })),
  ...files.map(({ path, change, from, to }) => ({
    ...{ kind: 'file', name: path, change, before: sizeText(from), after: sizeText(to) },
  })),
]
