import type { PlanDefinition, StepState } from '../contract/plan.ts'
import type { StepRow } from '../store/plan/plan-tables.ts'
import { type BoardNode, childrenOf, isFanOut, isGroup, nodesOf } from './board-node.ts'

export type Board = ReturnType<typeof createBoard>

/**
 * The state of a plan in memory: which steps may begin, which groups have ended, whether all of it has. It decides
 * nothing by itself; the rows that are stored are put on it.
 */
export function createBoard({ steps }: Pick<PlanDefinition, 'steps'>, rows: StepRow[], sessionOf: SessionOf) {
  const top = nodesOf(steps, undefined)
  const byPath = new Map(top.map((node) => [node.path, node]))
  const stored = new Map(rows.map((row) => [row.path, row]))
  /** Steps that may begin, in the order in which they could; those of one session wait for each other. */
  const ready = new Map<string, BoardNode[]>()
  /** Groups whose children have all ended. */
  const ripe = new Set<BoardNode>()
  let hasFailed = false

  function offer(node: BoardNode): void {
    if (node.isOffered) return
    node.isOffered = true
    const session = isGroup(node) ? '' : (sessionOf(node) ?? '')
    const queue = ready.get(session)
    if (queue) queue.push(node)
    else ready.set(session, [node])
  }

  const isStopped = (node: BoardNode): boolean => {
    for (let at = node.parent; at; at = at.parent) if (at.hasFailed) return true
    return hasFailed
  }

  /** Offers the children of a group that may begin: all of a sub-plan, as many items as may be at work. */
  function offerChildren(group: BoardNode): void {
    group.unsettled = group.children.filter((child) => !isSettled(child)).length
    if (isFanOut(group)) {
      const atWork = group.children.filter(({ state }) => isAtWork(state)).length
      for (let room = (group.step.forEach?.atOnce ?? 1) - atWork; room > 0; room--) offerNextItem(group)
    } else for (const child of group.children) if (child.state === 'waiting' && child.unmet === 0) offer(child)
    ripen(group)
  }

  function offerNextItem(group: BoardNode): void {
    const rest = group.children.length
    while (group.nextItem < rest && group.children[group.nextItem]?.state !== 'waiting') group.nextItem++
    const child = group.children[group.nextItem++]
    if (child) offer(child)
  }

  /** A group has ended when its children have, or one of them failed and none is at work. */
  function ripen(group: BoardNode): void {
    if (group.state !== 'running') return
    const isOver = group.hasFailed ? group.children.every(({ state }) => !isAtWork(state)) : group.unsettled === 0
    if (isOver) ripe.add(group)
  }

  /** Puts a stored row on the board; steps that it lets begin are offered. */
  function put(row: StepRow): BoardNode {
    const node = byPath.get(row.path)
    if (!node) throw new Error(`there is no step ${row.path}`)
    node.row = row
    node.state = row.state
    if (isGroup(node) && row.state === 'running' && node.children.length === 0) grow(node, row)
    if (!isEnded(row.state)) return node
    if (isSettled(node)) {
      for (const dependent of node.dependents) {
        dependent.unmet--
        if (dependent.unmet === 0 && dependent.state === 'waiting') offer(dependent)
      }
    } else if (row.state === 'failed') fail(node)
    if (node.parent) {
      if (isSettled(node)) node.parent.unsettled--
      if (isFanOut(node.parent)) offerNextItem(node.parent)
      ripen(node.parent)
    }
    return node
  }

  /** A failure stops every plan around it, up to a group that may fail. */
  function fail(node: BoardNode): void {
    if (!node.parent) hasFailed = true
    else {
      node.parent.hasFailed = true
      if (!node.parent.step.mayFail) fail(node.parent)
    }
  }

  function grow(group: BoardNode, row: StepRow): void {
    group.children = childrenOf(group, row.items)
    for (const child of group.children) byPath.set(child.path, child)
    offerChildren(group)
  }

  /** Lays the stored rows on the nodes, before anything is offered. */
  function lay(nodes: BoardNode[]): void {
    for (const node of nodes) {
      const row = stored.get(node.path)
      if (!row) continue
      node.row = row
      node.state = row.state
      if (!isGroup(node) || row.state === 'waiting' || row.state === 'skipped') continue
      node.children = childrenOf(node, row.items)
      for (const child of node.children) byPath.set(child.path, child)
      lay(node.children)
    }
    const isOf = nodes[0]?.parent
    const fails = nodes.some(
      ({ state, step, hasFailed: isStopped }) => !step.mayFail && (state === 'failed' || isStopped),
    )
    if (isOf) isOf.hasFailed = fails
    else hasFailed = fails
    for (const node of nodes) node.unmet = node.needs.filter((need) => !isSettled(need)).length
  }

  function offerAll(nodes: BoardNode[]): void {
    for (const node of nodes) {
      if (node.state === 'running' && isGroup(node)) {
        offerAll(node.children.filter((child) => child.state === 'running' && isGroup(child)))
        offerChildren(node)
      } else if (!node.parent && node.state === 'waiting' && node.unmet === 0) offer(node)
    }
  }

  lay(top)
  offerAll(top)

  return {
    put,
    node: (path: string) => byPath.get(path),
    /** Takes the next step that may begin and whose session nobody uses; undefined when there is none. */
    next(isBusy: (session: string) => boolean): BoardNode | undefined {
      for (const [session, queue] of ready) {
        if (session !== '' && isBusy(session)) continue
        const node = queue.shift()
        if (queue.length === 0) ready.delete(session)
        if (!node) continue
        if (node.state === 'waiting' && !isStopped(node)) return node
        return this.next(isBusy)
      }
      return undefined
    },
    /** Gives the next group whose steps have all ended, so that it can be ended. */
    nextRipe(): BoardNode | undefined {
      const [group] = ripe
      if (group) ripe.delete(group)
      return group
    },
    /** All steps, each group before its children. */
    all(): BoardNode[] {
      const list: BoardNode[] = []
      const add = (node: BoardNode) => {
        list.push(node)
        node.children.forEach(add)
      }
      top.forEach(add)
      return list
    },
    hasFailed: () => hasFailed,
    isDone: () => top.every(isSettled),
  }
}

/** The id of the session that a step works in. */
export type SessionOf = (node: BoardNode) => string | undefined

const isEnded = (state: StepState) =>
  state === 'done' || state === 'failed' || state === 'skipped' || state === 'cancelled'
const isAtWork = (state: StepState) => state === 'running' || state === 'unknown'

/** Whether those that need it may begin. */
export const isSettled = ({ state, step }: Pick<BoardNode, 'state' | 'step'>): boolean =>
  state === 'done' || state === 'skipped' || (state === 'failed' && step.mayFail)
