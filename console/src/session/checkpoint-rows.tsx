import type { CheckpointInfo } from 'anneal-contract/checkpoint.ts'
import type { SessionInfo } from 'anneal-contract/session.ts'
import type { ReactNode } from 'react'
import { call } from '../api/api.ts'
import { ActButton } from '../part/act.tsx'
import { Ago } from '../part/ago.tsx'
import { countText, shortId, sizeText } from '../part/words.ts'
import { Link } from '../route/link.tsx'
import { go } from '../route/router.ts'
import type { LinePlace, LineRow } from './checkpoint-line.ts'

const LANE_PX = 18

type Place = LinePlace<LineRow<CheckpointInfo, SessionInfo>>

interface RowsProps {
  places: readonly Place[]
  chosen: readonly string[]
  onChoose(id: string): void
  onChanged(): void
}

/** Why a state was kept; one that somebody asked for needs no reason. */
const WHY: Record<CheckpointInfo['kind'], string> = {
  explicit: '',
  risky: 'kept before risky code · ',
  regular: 'kept from time to time · ',
  imported: 'imported · ',
  step: 'kept before a step of a plan · ',
}

/** Kept states, the newest first, each with its place on the line. */
export function CheckpointLine({ places, ...rest }: RowsProps) {
  const width = (Math.max(...places.map(({ lane }) => lane)) + 1) * LANE_PX
  return (
    <ol className="checkpoints">
      {places.map((place) => (
        <li key={place.row.id} className="checkpoint" data-kind={place.row.kind}>
          <Gutter place={place} width={width} />
          <div className="checkpoint-body">
            <Row place={place} {...rest} />
          </div>
        </li>
      ))}
    </ol>
  )
}

function Row({ place: { row }, chosen, onChoose, onChanged }: { place: Place } & Omit<RowsProps, 'places'>) {
  if (row.kind === 'now') return <strong className="grow">Now</strong>
  if (row.kind === 'branch') return <Branch session={row.session} />
  const { id } = row.checkpoint
  return (
    <Checkpoint
      checkpoint={row.checkpoint}
      isChosen={chosen.includes(id)}
      onChoose={() => onChoose(id)}
      onChanged={onChanged}
    />
  )
}

function Branch({ session: { id, createdAt, executions } }: { session: SessionInfo }) {
  return (
    <span className="grow">
      <Link href={`/sessions/${id}?view=history`}>Session {shortId(id)}</Link>{' '}
      <span className="quiet-text small">
        a branch · <Ago at={createdAt} /> · {countText(executions, 'execution')}
      </span>
    </span>
  )
}

function Checkpoint(props: { checkpoint: CheckpointInfo; isChosen: boolean; onChoose(): void; onChanged(): void }) {
  const { id, label, kind, createdAt, executions, files, bytes } = props.checkpoint
  const name = label ?? `after ${countText(executions, 'execution')}`
  const restore = async () => {
    await call(`/v1/checkpoints/${id}/restore`, { method: 'POST' })
    props.onChanged()
  }
  const branch = async () => {
    const { id: made } = await call<SessionInfo>(`/v1/checkpoints/${id}/branch`, { body: {} })
    go(`/sessions/${made}`)
  }
  return (
    <>
      <span className="grow">
        <strong>{name}</strong>{' '}
        <span className="quiet-text small">
          {WHY[kind]}
          <Ago at={createdAt} /> · {countText(files, 'file')} · {sizeText(bytes)} · {shortId(id)}
        </span>
      </span>
      <span className="row">
        <ActButton asks="Go back to this state? What came after it is undone." work={restore}>
          Restore
        </ActButton>
        <ActButton work={branch}>Branch</ActButton>
        <button type="button" aria-pressed={props.isChosen} onClick={props.onChoose}>
          Compare
        </button>
      </span>
    </>
  )
}

/** The lines that pass a row, and the dot of its state. */
function Gutter({ place, width }: { place: LinePlace; width: number }) {
  const middle = (lane: number) => lane * LANE_PX + LANE_PX / 2
  const line = (lane: number, part: string, more: object = {}): ReactNode => (
    <i key={`${part} ${lane}`} className={`line-${part}`} style={{ left: middle(lane) - 1, ...more }} />
  )
  return (
    <span className="line" style={{ width }} aria-hidden="true">
      {place.through.map((lane) => line(lane, 'through'))}
      {place.up.map((lane) => line(lane, 'up'))}
      {place.down.map((lane) => line(lane, 'down'))}
      {place.aside.map((lane) =>
        line(place.lane, 'aside', { width: middle(lane) - middle(place.lane) + 2, zIndex: -lane }),
      )}
      <i className="line-dot" style={{ left: middle(place.lane) - 6 }} />
    </span>
  )
}
