import type { Area } from './area.ts'

/** Everything else that happened to a thing: one node for the thing, with the cause of each change. */
export const projectOther: Area = (event, plot) => {
  const node = plot.node(event.subject, event, nameOf(event))
  plot.means(event, node)
  plot.cause(event, node)
  if (/\.(removed|revoked|ended)$/.test(event.type)) plot.node(node, event, { outcome: event.type, endedAt: event.at })
  return true
}

const nameOf = (event: object): { label?: string } => {
  const { name, label } = event as { name?: unknown; label?: unknown }
  const said = name ?? label
  return typeof said === 'string' && said !== '' ? { label: said } : {}
}
