import type { CheckpointDiff, CheckpointInfo } from 'anneal-contract/checkpoint.ts'
import type { SessionInfo } from 'anneal-contract/session.ts'
import { useState } from 'react'
import { call, withQuery } from '../api/api.ts'
import { useLoad } from '../api/use-load.ts'
import { ActButton } from '../part/act.tsx'
import { NewForm } from '../part/new-form.tsx'
import { LoadedRows } from '../part/rows-table.tsx'
import { Await, Badge, Empty } from '../part/state.tsx'
import { agoText, countText, shortId, sizeText } from '../part/words.ts'
import { go } from '../route/router.ts'

/** The checkpoints of a session: go back, branch, compare two. */
export function History({ id, onChanged }: { id: string; onChanged(): void }) {
  const list = useLoad<{ checkpoints: CheckpointInfo[] }>(withQuery('/v1/checkpoints', { session: id }))
  const [pair, setPair] = useState<string[]>([])
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
            <ol className="checkpoints">
              {checkpoints.map((each) => (
                <Checkpoint
                  key={each.id}
                  checkpoint={each}
                  isChosen={pair.includes(each.id)}
                  onChoose={() => choose(each.id)}
                  onChanged={() => {
                    list.reload()
                    onChanged()
                  }}
                />
              ))}
            </ol>
          )
        }
      </Await>
      {pair.length === 2 && <Compared pair={pair} />}
    </div>
  )
}

function Checkpoint(props: { checkpoint: CheckpointInfo; isChosen: boolean; onChoose(): void; onChanged(): void }) {
  const { id, label, kind, createdAt, executions, files, bytes } = props.checkpoint
  const restore = async () => {
    await call(`/v1/checkpoints/${id}/restore`, { method: 'POST' })
    props.onChanged()
  }
  const branch = async () => {
    const { id: made } = await call<SessionInfo>(`/v1/checkpoints/${id}/branch`, { body: {} })
    go(`/sessions/${made}`)
  }
  return (
    <li className="checkpoint">
      <span className="grow">
        <strong>{label ?? `after ${countText(executions, 'execution')}`}</strong>{' '}
        <span className="quiet-text small">
          {kind} · {agoText(createdAt)} · {countText(files, 'file')} · {sizeText(bytes)} · {shortId(id)}
        </span>
      </span>
      <ActButton asks="Go back to this state? What came after it is undone." work={restore}>
        Restore
      </ActButton>
      <ActButton work={branch}>Branch</ActButton>
      <button type="button" aria-pressed={props.isChosen} onClick={props.onChoose}>
        Compare
      </button>
    </li>
  )
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
