import type { PlanInfo, StepState } from '../../contract/plan.ts'

const COLOURS: Record<StepState, string> = {
  waiting: '#eeeeee',
  running: '#cce5ff',
  done: '#d4edda',
  failed: '#f8d7da',
  skipped: '#f5f5f5',
  cancelled: '#fff3cd',
  unknown: '#fff3cd',
}

/** The steps of a plan and their needs as a Mermaid flowchart, coloured by their states. */
export function planGraph({ steps }: Pick<PlanInfo, 'steps'>): string {
  const names = new Map(steps.map(({ id }, index) => [id, `s${index}`]))
  const nodes = steps.map(({ id, type }) => `  ${names.get(id)}["${id}${type === null ? '' : `<br/>${type}`}"]`)
  const parents = steps.flatMap(({ id }) => {
    const parent = id.replace(/(\/[^/]*|\[\d+\])$/, '')
    return parent !== id && names.has(parent) ? [`  ${names.get(parent)} -.-> ${names.get(id)}`] : []
  })
  const needs = steps.flatMap(({ id, needs: list }) => list.map((need) => `  ${names.get(need)} --> ${names.get(id)}`))
  const styles = steps.map(({ id, state }) => `  style ${names.get(id)} fill:${COLOURS[state]}`)
  return ['flowchart TB', ...nodes, ...needs, ...parents, ...styles, ''].join('\n')
}
