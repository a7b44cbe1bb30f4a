import type { Frame, Page } from 'playwright-core'
import { EngineError } from '../../contract/errors.ts'
import { inPage, refOf } from '../page/in-page.ts'
import { type Waiting, within } from '../page/within.ts'
import { memorize, type PageMemory, type SnapshotNode } from './page-memory.ts'

export interface Tree {
  nodes: SnapshotNode[]
  more: number
  /** Whether elements were left unseen, since the page has too many. */
  isCut: boolean
}

export interface TakeOptions extends Omit<Waiting, 'what'> {
  memory: PageMemory
  /** Reference of the element that is looked at; the whole page unless it is told. */
  ref?: string | undefined
  /** Most nodes. */
  nodes?: number
}

const ELEMENTS = 40_000
const NODES = 4000
const WALK_MS = 2000
const MOST_FRAMES = 20
const FRAME_MS = 2000

/** The tree of a page with its frames, and references that go on from those given before. */
export async function takeTree(page: Page, options: TakeOptions): Promise<Tree> {
  const { memory, ref, nodes = NODES, timeoutMs, signal } = options
  const { frame, inner } = frameOf(page, memory, ref)
  const limits = { elements: ELEMENTS, nodes, ms: WALK_MS }
  const look = async (at: Frame, from?: string): Promise<Tree> => {
    const given = { limits, references: memory.references, ref: from }
    const { result, document } = await inPage<Tree>(at, 'snapshot', given)
    prefixed(result.nodes, prefixOf(memory, page, at))
    memorize(memory, result.nodes, document)
    return result
  }
  const waiting = { what: 'A look at the page', timeoutMs, signal }
  const tree = await within(look(frame, inner), waiting)
  const frameMs = Math.max(FRAME_MS, timeoutMs / 6)
  if (ref === undefined) await addFrames(page, { memory, tree, frameMs, look: (at) => within(look(at), waiting) })
  return tree
}

/** The frame that a reference belongs to, and the reference inside of it; throws where that frame is gone. */
export function frameOf(page: Page, memory: PageMemory, ref: string | undefined): { frame: Frame; inner?: string } {
  const [, prefix, inner] = /^(f\d+)?(e\d+)$/.exec(ref ?? '') ?? []
  const frame = prefix === undefined ? page.mainFrame() : memory.frames.get(prefix)
  if (frame && !frame.isDetached()) return { frame, ...(inner !== undefined && { inner }) }
  const reason = frame ? 'the frame that it was in is not on the page any more' : 'no snapshot of this page gave it'
  throw new EngineError('REFERENCE_GONE', { ref: ref ?? '', reason, nearest: '' })
}

export function prefixOf(memory: PageMemory, page: Page, frame: Frame): string {
  if (frame === page.mainFrame()) return ''
  for (const [prefix, known] of memory.frames) if (known === frame) return prefix
  const prefix = `f${memory.nextFrame++}`
  memory.frames.set(prefix, frame)
  return prefix
}

function prefixed(nodes: SnapshotNode[], prefix: string): void {
  if (prefix === '') return
  for (const node of nodes) {
    if (node.ref !== undefined) node.ref = `${prefix}${node.ref}`
    if (node.c) prefixed(node.c, prefix)
  }
}

interface Adding {
  memory: PageMemory
  tree: Tree
  /** Longest wait for the place of one frame: a busy host needs more of it. */
  frameMs: number
  look(frame: Frame): Promise<Tree>
}

/** Hangs the trees of frames below their elements; a frame that does not answer stays empty. */
async function addFrames(page: Page, { memory, tree, frameMs, look }: Adding): Promise<void> {
  const places = new Map(framesIn(tree.nodes).map((node) => [node.ref, node]))
  const pending = [...page.mainFrame().childFrames()].slice(0, MOST_FRAMES)
  for (let frame = pending.shift(); frame; frame = pending.shift()) {
    const parent = frame.parentFrame()
    const place = { what: 'The place of a frame', timeoutMs: frameMs }
    const own = await within(ownRef(frame, memory), place).catch(() => undefined)
    const node = own && parent && places.get(`${prefixOf(memory, page, parent)}${own}`)
    if (!node) continue
    const found = await look(frame).catch(() => undefined)
    if (!found) continue
    node.c = found.nodes
    if (found.more > 0) node.more = found.more
    for (const inner of framesIn(found.nodes)) places.set(inner.ref, inner)
    if (places.size < MOST_FRAMES) pending.push(...frame.childFrames())
  }
}

const ownRef = async (frame: Frame, { references }: PageMemory): Promise<string | undefined> =>
  refOf(await frame.frameElement(), references)

const framesIn = (nodes: SnapshotNode[]): SnapshotNode[] =>
  nodes.flatMap((node) => [...(node.frame ? [node] : []), ...framesIn(node.c ?? [])])
