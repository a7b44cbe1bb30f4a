import type { ContextGraph, GraphNode } from '../../contract/graph.ts'
import { createPaint, type Paint, type Screen } from './screen.ts'
import { momentText } from './time-text.ts'
import { visibleText } from './visible-text.ts'

const KIND_WIDTH = 'checkpoint'.length

/** A graph in lines, in the order of time: each node, and below it the nodes that led to it. */
export function graphText({ focus, nodes, edges, more }: ContextGraph, screen: Screen): string {
  const paint = createPaint(screen)
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const asked = new Set(focus)
  const lines = nodes.flatMap((node) => [
    `${paint('dim', momentText(node.at, 'second'))} ${asked.has(node.id) ? '›' : ' '} ${nodeText(node, paint)}`,
    ...edges
      .filter(({ to }) => to === node.id)
      .map(({ from, kind }) => paint('dim', `${' '.repeat(22)}← ${kind} ${visibleText(nameOf(byId.get(from), from))}`)),
  ])
  const rest = more > 0 ? [paint('yellow', `${more} more; raise --limit, or ask for less with --depth`)] : []
  return nodes.length === 0 ? 'Nothing happened there.\n' : `${[...lines, ...rest].join('\n')}\n`
}

function nodeText({ kind, id, label, outcome }: GraphNode, paint: Paint): string {
  const colour = kind === 'failure' ? 'red' : kind === 'result' ? 'green' : 'cyan'
  const told = outcome === undefined || outcome === label ? '' : ` (${visibleText(outcome)})`
  const name = id === `${kind}:${label}` ? '' : paint('dim', `  ${visibleText(id)}`)
  return `${paint(colour, kind.padEnd(KIND_WIDTH))} ${visibleText(label)}${told}${name}`
}

const nameOf = (node: GraphNode | undefined, id: string): string => (node ? `${node.kind} ${node.label}` : id)
