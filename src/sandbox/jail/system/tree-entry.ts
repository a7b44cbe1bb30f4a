/** An entry of a tree that the zygote lays out; a directory, unless it has content or leads elsewhere. */
export interface TreeEntry {
  path: string
  /** A user of the system. */
  owner?: number
  mode?: number
  content?: string
  link?: string
}
