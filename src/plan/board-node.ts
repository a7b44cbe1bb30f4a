import type { PlanStep, StepState } from '../contract/plan.ts'
import type { StepRow } from '../store/plan/plan-tables.ts'
import { needsOf } from './needs-of.ts'
import type { Sight } from './references.ts'

/** One step of a plan as it stands, or one item of a fan-out. */
export interface BoardNode {
  path: string
  step: PlanStep
  /** The group that it belongs to; undefined at the top. */
  parent: BoardNode | undefined
  /** Steps of the same plan or sub-plan by their ids. */
  scope: Map<string, BoardNode>
  item: Sight['item']
  needs: BoardNode[]
  dependents: BoardNode[]
  /** Needs that have not ended in a way that lets this one begin. */
  unmet: number
  state: StepState
  row: StepRow | undefined
  /** Steps or items of a group that has begun. */
  children: BoardNode[]
  /** Whether a step of this group has failed that must not. */
  hasFailed: boolean
  /** Whether it was offered to the engine at work; each is offered once. */
  isOffered: boolean
  /** Children that have not ended in a way that lets others begin. */
  unsettled: number
  /** The first item of a fan-out that was not looked at yet. */
  nextItem: number
}

/** A step that stands for others: a fan-out, or a sub-plan. */
export const isGroup = ({ step, parent }: BoardNode): boolean =>
  (step.forEach !== undefined && !isItemOf({ step, parent })) || step.plan !== undefined

export const isFanOut = (node: BoardNode): boolean => node.step.forEach !== undefined && !isItemOf(node)

/** Items share the step of their group. */
const isItemOf = ({ step, parent }: Pick<BoardNode, 'step' | 'parent'>) => parent?.step === step

const newNode = (known: Pick<BoardNode, 'path' | 'step' | 'parent' | 'scope' | 'item'>): BoardNode => ({
  ...known,
  ...{ needs: [], dependents: [], unmet: 0, state: 'waiting', row: undefined, children: [] },
  ...{ hasFailed: false, isOffered: false, unsettled: 0, nextItem: 0 },
})

/** The nodes of a list of steps that refer to each other. */
export function nodesOf(steps: PlanStep[], parent: BoardNode | undefined): BoardNode[] {
  const scope = new Map<string, BoardNode>()
  const prefix = parent ? `${parent.path}/` : ''
  const item = parent?.item
  for (const step of steps) scope.set(step.id, newNode({ path: `${prefix}${step.id}`, step, parent, scope, item }))
  for (const node of scope.values()) {
    node.needs = needsOf(node.step).flatMap((id) => scope.get(id) ?? [])
    for (const need of node.needs) need.dependents.push(node)
    node.unmet = node.needs.length
  }
  return [...scope.values()]
}

/** The children of a group: its items, or the steps of its sub-plan. */
export function childrenOf(node: BoardNode, items: unknown[] | undefined): BoardNode[] {
  if (!isFanOut(node)) return nodesOf(node.step.plan?.steps ?? [], node)
  return (items ?? []).map((value, index) =>
    newNode({
      ...{ path: `${node.path}[${index}]`, step: node.step, parent: node, scope: node.scope },
      item: { value, index },
    }),
  )
}

/** The steps that a step can see: those of its own plan first, then those around it. */
export function sightOf(node: BoardNode): Sight & { stateOf(stepId: string): StepState } {
  const find = (id: string): BoardNode | undefined => {
    for (let at: BoardNode | undefined = node; at; at = at.parent) {
      const found = at.scope.get(id)
      if (found) return found
    }
    return undefined
  }
  return {
    outputOf: (id) => find(id)?.row?.output,
    stateOf: (id) => find(id)?.state ?? 'waiting',
    item: node.item,
  }
}
