import type { Frame } from 'playwright-core'

/** A node of a page's tree, in the short names that travel. */
export interface SnapshotNode {
  /** Role. */
  r: string
  /** Name, or the text of a text. */
  n: string
  /** States. */
  s: string[]
  ref?: string
  /** Value of a field. */
  v?: string
  /** Address of a link. */
  u?: string
  frame?: boolean
  /** Children. */
  c?: SnapshotNode[]
  /** Number of children that were left out. */
  more?: number
}

export interface KnownElement {
  role: string
  name: string
}

/** A reference that a snapshot gave, with the document that its element is in. */
interface KnownReference extends KnownElement {
  document: string
}

/** Numbers of references go on over all pages and tabs of a browser, so that none ever means another element. */
export interface References {
  /** The first number that was never given. */
  next: number
}

/** All that is known of a tab from earlier looks at it. */
export interface PageMemory {
  references: References
  /** Frames by the prefix of their references: `f1`. */
  frames: Map<string, Frame>
  nextFrame: number
  /** Roles and names of references, for an element that is gone. */
  known: Map<string, KnownReference>
  /** The lines of the last snapshot, by their key. */
  lines: Map<string, string> | undefined
}

const MOST_KNOWN = 20_000

export const newMemory = (references: References): PageMemory => ({
  references,
  frames: new Map(),
  nextFrame: 1,
  known: new Map(),
  lines: undefined,
})

/** Keeps the references of one document's nodes. */
export function memorize(memory: PageMemory, nodes: SnapshotNode[], document: string): void {
  for (const { ref, r, n, c } of nodes) {
    if (ref !== undefined) memory.known.set(ref, { role: r, name: n, document })
    if (c) memorize(memory, c, document)
  }
  // Old references are asked for least.
  for (const ref of memory.known.keys()) {
    if (memory.known.size <= MOST_KNOWN) break
    memory.known.delete(ref)
  }
}
