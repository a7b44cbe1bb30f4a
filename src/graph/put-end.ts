import type { Plot, Told } from './plot.ts'

export interface End {
  /** The node that has ended. */
  of: string
  isGood: boolean
  label: string
  /** The end of the work that it came of, where that is known. */
  after?: string | undefined
}

/** Adds the end of something: a result or a failure. A failure below it led to its failure. */
export function putEnd(plot: Plot, event: Told, { of, isGood, label, after }: End): string {
  const name = of.slice(of.indexOf(':') + 1)
  const end = plot.node(`${isGood ? 'result' : 'failure'}:${name}`, event, { label })
  plot.means(event, end)
  if (after?.startsWith(isGood ? 'result:' : 'failure:')) plot.edge(after, end, { kind: 'led-to', event })
  plot.edge(of, end, { kind: 'led-to', event })
  return end
}
