import type { CheckpointDiff, CheckpointInfo } from 'anneal-contract/checkpoint.ts'
import type { SessionInfo } from 'anneal-contract/session.ts'
import { useState } from 'react'
import { call, withQuery } from '../api/api.ts'
import { useLoad } from '../api/use-load.ts'
import { ActButton } from '../part/act.tsx'
import { Await, Badge, Empty } from '../part/state.tsx'
import { agoText, countText, shortId, sizeText } from '../part/words.ts'
import { go } from '../route/router.ts'

/** The checkpoints of a session: go back, branch, compare two. */
export function History({ id, onChanged }: { id: string; onChanged(): void }) {
  const [label, setLabel] = useState('')
  const list = useLoad<{ checkpoints: CheckpointInfo[] }>(withQuery('/v1/checkpoints', { session: id }))
  const [pair, setPair] = useState<string[]>([])
  const keep = async () => {
    await call(`/v1/sessions/${id}/checkpoints`, { body: label.trim() === '' ? {} : { label: label.trim() } })
    setLabel('')
    list.reload()
  }
  const choose = (one: string) =>
    setPair((before) => (before.includes(one) ? before.filter((each) => each !== one) : [...before, one].slice(-2)))
  return (
    <div className="stack">
      <form className="row" onSubmit={(event) => event.preventDefault()}>
        <input
          aria-label="Name of a new checkpoint"
          placeholder="Name, if you like"
          value={label}
          onChange={(event) => setLabel(event.target.value)}
        />
        <ActButton className="main" work={keep}>
          Keep this state
        </ActButton>
      </form>
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
  const diff = useLoad<CheckpointDiff>(`/v1/checkpoints/${from}/diff/${to}`)
  return (
    <Await of={diff}>
      {({ files, variables }) => (
        <section className="panel scrolls" tabIndex={0} aria-label="Differences">
          <table className="rows">
            <thead>
              <tr>
                <th>What</th>
                <th>Change</th>
                <th>Before</th>
                <th>After</th>
              </tr>
            </thead>
            <tbody>
              {variables.map((each) => (
                <tr key={`variable ${each.language} ${each.name}`}>
                  <td>
                    <code>{each.name}</code> {each.language}
                  </td>
                  <td>
                    <Badge state="waiting">{each.change}</Badge>
                  </td>
                  <td>
                    <code>{each.from ?? '–'}</code>
                  </td>
                  <td>
                    <code>{each.to ?? '–'}</code>
                  </td>
                </tr>
              ))}
              {files.map((each) => (
                <tr key={`file ${each.path}`}>
                  <td>{each.path}</td>
                  <td>
                    <Badge state="waiting">{each.change}</Badge>
                  </td>
                  <td>{sizeText(each.from)}</td>
                  <td>{sizeText(each.to)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {files.length + variables.length === 0 && <Empty title="These two states are equal." />}
        </section>
      )}
    </Await>
  )
}
