interface Kept {
  id: string
  createdAt: number
}
interface Begun extends Kept {
  branchedFrom: string | null
}
interface Happened {
  type: string
  checkpointId?: string | null
}

/** A row of the history: the state as it is now, a kept state, or another session that began at one. */
export type LineRow<Checkpoint, Session> =
  | { kind: 'now'; id: 'now' }
  | { kind: 'checkpoint'; id: string; checkpoint: Checkpoint }
  | { kind: 'branch'; id: string; session: Session }

/** Where the drawing of a row has something: lines that pass, begin and end in it. */
export interface LinePlace<Row = { id: string }> {
  row: Row
  lane: number
  /** Lanes with a line through the whole row, its upper half, its lower half. */
  through: number[]
  up: number[]
  down: number[]
  /** Lanes of later states that leave from this one sideways. */
  aside: number[]
}

const MOST_LANES = 8
const MADE = 'checkpoint.created'

/** The history of a session as a line that branches, the newest first. */
export function checkpointLine<Checkpoint extends Kept, Session extends Begun>(
  checkpoints: readonly Checkpoint[],
  events: readonly Happened[],
  branches: readonly Session[],
): LinePlace<LineRow<Checkpoint, Session>>[] {
  const { parents, current } = parentsOf(checkpoints, events)
  const rows: { row: LineRow<Checkpoint, Session>; at: number; parent: string | undefined }[] = [
    { row: { kind: 'now', id: 'now' }, at: Number.POSITIVE_INFINITY, parent: current },
    ...checkpoints.map((checkpoint) => ({
      row: { kind: 'checkpoint' as const, id: checkpoint.id, checkpoint },
      at: checkpoint.createdAt,
      parent: parents.get(checkpoint.id),
    })),
    ...branches.map((session) => ({
      row: { kind: 'branch' as const, id: session.id, session },
      at: session.createdAt,
      parent: session.branchedFrom ?? undefined,
    })),
  ]
  rows.sort((one, other) => other.at - one.at || (one.row.id < other.row.id ? 1 : -1))
  return placed(rows)
}

/** Each state follows the one before it, or the one that was gone back to; one that was removed is passed over. */
function parentsOf(checkpoints: readonly Kept[], all: readonly Happened[]) {
  const events = all.flatMap(({ type, checkpointId }) => (checkpointId ? [{ type, checkpointId }] : []))
  const here = new Set(checkpoints.map(({ id }) => id))
  const before = new Map<string, string | undefined>()
  let current: string | undefined
  const told = new Set(events.flatMap((event) => (event.type === MADE ? [event.checkpointId] : [])))
  // Events of long ago may be gone; then only the time is known.
  for (const { id } of checkpoints.toSorted((one, other) => one.createdAt - other.createdAt)) {
    if (told.has(id)) continue
    before.set(id, current)
    current = id
  }
  for (const event of events) {
    if (event.type === MADE) before.set(event.checkpointId, current)
    if (event.type === MADE || event.type === 'session.restored') current = event.checkpointId
  }
  const living = (id: string | undefined): string | undefined => {
    let at = id
    for (let steps = before.size; at !== undefined && !here.has(at) && steps > 0; steps--) at = before.get(at)
    return at !== undefined && here.has(at) ? at : undefined
  }
  return {
    parents: new Map([...before].map(([id, parent]) => [id, living(parent)] as const)),
    current: living(current),
  }
}

function placed<Row extends { id: string }>(rows: { row: Row; parent: string | undefined }[]): LinePlace<Row>[] {
  const at = new Map(rows.map(({ row }, index) => [row.id, index]))
  const lanes = lanesOf(rows)
  const places = rows.map(
    ({ row }): LinePlace<Row> => ({ row, lane: lanes.get(row.id) ?? 0, through: [], up: [], down: [], aside: [] }),
  )
  for (const [index, { parent }] of rows.entries()) {
    const end = parent === undefined ? undefined : at.get(parent)
    const [child, root] = [places[index], places[end ?? -1]]
    if (!child || !root || end === undefined) continue
    child.down.push(child.lane)
    for (const between of places.slice(index + 1, end)) between.through.push(child.lane)
    if (root.lane === child.lane) root.up.push(child.lane)
    else root.aside.push(child.lane)
  }
  return places
}

/** The way to the state as it is now is the first lane; each other child of a state has one of its own. */
function lanesOf(rows: { row: { id: string }; parent: string | undefined }[]): Map<string, number> {
  const parents = new Map(rows.map(({ row, parent }) => [row.id, parent]))
  const lanes = new Map<string, number>()
  let free = 0
  const take = (from: string | undefined) => {
    const lane = Math.min(free++, MOST_LANES - 1)
    for (let id = from; id !== undefined && !lanes.has(id); id = parents.get(id)) lanes.set(id, lane)
  }
  take('now')
  for (const { row } of rows) if (!lanes.has(row.id)) take(row.id)
  return lanes
}
