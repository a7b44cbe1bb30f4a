import type { Plot, Told } from './plot.ts'

export interface Written {
  /** The subject that the path belongs to. */
  place: string
  path: string
  /** The node that wrote it. */
  by?: string
}

/** Adds the next version of a file: a reader of an older one is no effect of a later writer. Gives the node's id. */
export function putFile(plot: Plot, event: Told, { place, path, by }: Written): string {
  const name = fileName(place, path)
  const version = (plot.files.get(name) ?? 0) + 1
  plot.files.set(name, version)
  const file = plot.node(`${name}@${version}`, event, { label: path })
  if (by !== undefined) plot.edge(by, file, { kind: 'wrote', event })
  return file
}

/** The newest version of a file; undefined for one that no event told of. */
export function fileNow(plot: Plot, place: string, path: string): string | undefined {
  const name = fileName(place, path)
  const version = plot.files.get(name)
  return version === undefined ? undefined : `${name}@${version}`
}

const fileName = (place: string, path: string): string => `file:${place}/${path}`
