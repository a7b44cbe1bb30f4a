import { EngineError } from '../../contract/errors.ts'
import type { FileLeftOut } from '../../contract/run-file.ts'
import { type Sandbox, WORKSPACE } from '../../sandbox/sandbox.ts'
import type { TreeEntry } from '../../sandbox/tree.ts'
import type { FileKeeper, Written } from '../execution.ts'
import { mediaTypeOf } from './media-type.ts'

/** Most entries that are reported as left out; the last one tells how many more there are. */
const MOST_LEFT = 20

export const NOTHING_WRITTEN: Written = { files: [], left: [], hasAny: false }

export interface Workspace {
  sandbox: Sandbox
  /** The state that the program began with; without it everything but `own` is new. */
  since: string | undefined
  /** Our own file in the workspace: the program itself. */
  own: string
  signal: AbortSignal
}

/** A name for the workspace as it is now, to ask for changes since. */
export async function workspaceNow(sandbox: Sandbox): Promise<string | undefined> {
  // With the bytes: files that were only just laid are told apart by them, since their times are too coarse.
  for await (const piece of sandbox.trees.read({ root: WORKSPACE, contents: true }))
    if ('token' in piece) return piece.token
  return undefined
}

/**
 * Keeps the files that a program has written, as far as there is room for them. The sandbox is asked, and opens nothing
 * through a link: names in it are never looked up on the host. Without a keeper it only tells whether there are any.
 */
export async function writtenFiles(place: Workspace, keeper: FileKeeper | undefined): Promise<Written> {
  try {
    const { files, left } = await changesIn(place)
    if (!keeper || files.length === 0) return { files: [], left: short(left), hasAny: files.length > 0 }
    const kept: Written['files'] = []
    for (const { path, size } of files) {
      place.signal.throwIfAborted()
      const why = keeper.refuses(size)
      const bytes = why ? undefined : await readFile(place.sandbox, { path, size })
      const blob = bytes && (await keeper.keep(bytes).catch(whyNot))
      if (bytes && typeof blob === 'string') kept.push({ path, size: bytes.length, mediaType: mediaTypeOf(path), blob })
      else left.push({ path, why: why ?? (typeof blob === 'object' ? blob.why : 'could not be read') })
    }
    return { files: kept, left: short(left), hasAny: true }
  } catch (error) {
    // The sandbox ended with its program, and its files with it.
    if (error instanceof EngineError && error.code === 'SANDBOX_GONE') return NOTHING_WRITTEN
    if (error instanceof EngineError && error.code === 'INVALID_REQUEST')
      return { files: [], left: [{ path: '.', why: error.message }], hasAny: false }
    throw error
  }
}

/** A store that cannot take the file does not make the program fail. */
function whyNot(error: unknown): { why: string } {
  if (error instanceof EngineError) return { why: `could not be kept: ${error.message}` }
  throw error
}

async function changesIn({ sandbox, since, own }: Workspace) {
  const files: TreeEntry[] = []
  const left: FileLeftOut[] = []
  for await (const piece of sandbox.trees.read({ root: WORKSPACE, since, contents: false })) {
    if ('left' in piece && !isOfTools(piece.left.path)) left.push(piece.left)
    if (!('entry' in piece)) continue
    const { path, type, target } = piece.entry
    if (path === own || isOfTools(path)) continue
    if (type === 'file') files.push(piece.entry)
    if (type === 'symlink') left.push({ path, why: `is a link to ${target}` })
  }
  return { files: files.sort((one, other) => (one.path < other.path ? -1 : 1)), left }
}

/** Tools keep their settings and caches in hidden directories of the home, which the workspace is. */
const isOfTools = (path: string): boolean =>
  /^\.[^/]*(\/|$)/.test(path) ? path.includes('/') || TOOL_FOLDERS.has(path) : /(^|\/)__pycache__(\/|$)/.test(path)

const TOOL_FOLDERS = new Set(['.cache', '.config', '.local'])

/** Undefined for a file that cannot be read: it is gone, or a link now. */
async function readFile(sandbox: Sandbox, { path, size }: { path: string; size: number }): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = []
  try {
    const range = { start: 0, end: size, noLinks: true }
    if (size > 0) for await (const chunk of sandbox.files.readStream(`${WORKSPACE}/${path}`, range)) chunks.push(chunk)
    return Buffer.concat(chunks)
  } catch (error) {
    if (error instanceof EngineError && error.code !== 'SANDBOX_GONE') return undefined
    throw error
  }
}

function short(left: FileLeftOut[]): FileLeftOut[] {
  if (left.length <= MOST_LEFT) return left
  return [...left.slice(0, MOST_LEFT), { path: '…', why: `${left.length - MOST_LEFT} more are left out` }]
}
