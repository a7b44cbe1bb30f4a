import { z } from 'zod'
import type { ActionReach } from '../../contract/action.ts'
import { EngineError } from '../../contract/errors.ts'
import type { TreeFile } from '../../contract/session.ts'
import { volumeName } from '../../contract/volume.ts'
import type { ActionContext, ActionPlace } from '../action.ts'

/** The calls that file actions make: of sessions and of volumes, which name the same things differently. */
export interface FileNeeds {
  sessions: {
    files: {
      list(id: string, owner: FileOwner, directory: { path: string; depth: number }): Promise<TreeFile[]>
      read(id: string, owner: FileOwner, path: string): Promise<Uint8Array>
      write(id: string, owner: FileOwner, file: { path: string; content: Uint8Array }): Promise<void>
      stat(id: string, owner: FileOwner, path: string): Promise<TreeFile>
      move(id: string, owner: FileOwner, paths: { from: string; to: string }): Promise<TreeFile>
      remove(id: string, owner: FileOwner, path: string): Promise<void>
    }
  }
  volumes: {
    files(volume: VolumeOf, query: { path: string; depth: number }): Promise<TreeFile[]>
    stat(volume: VolumeOf, path: string): Promise<TreeFile>
    open(volume: VolumeOf, path: string): Promise<{ content(): AsyncIterable<Uint8Array> }>
    save(volume: VolumeOf, file: { path: string; content: AsyncIterable<Uint8Array>; size: number }): Promise<TreeFile>
    move(volume: VolumeOf, paths: { from: string; to: string }): Promise<TreeFile>
    removeFile(volume: VolumeOf, path: string): Promise<unknown>
  }
}

interface FileOwner {
  userId: string
  signal: AbortSignal
}
type VolumeOf = { userId: string; name: string }

/** Files of one place, whichever it is. */
export interface FilePlace {
  list(directory: { path: string; depth: number }): Promise<TreeFile[]>
  stat(path: string): Promise<TreeFile>
  read(path: string): Promise<Uint8Array>
  write(path: string, content: Uint8Array): Promise<TreeFile>
  move(paths: { from: string; to: string }): Promise<TreeFile>
  remove(path: string): Promise<void>
}

export const inVolume = {
  volume: volumeName.optional().describe('The volume that it is in; the session of the action unless it is told'),
}

type Place = { volume?: string | undefined }

export function placeProblems({ volume }: Place, { sessionId }: Pick<ActionPlace, 'sessionId'>): string[] {
  if ((volume === undefined) !== (sessionId === undefined)) return []
  return [
    volume === undefined
      ? 'body: needs a place for files; give "session", or "volume" in the input'
      : 'body: names a session and a volume; choose one of them',
  ]
}

/** A volume is not part of the state of a session: no checkpoint brings it back. */
export const reachOfChange = ({ volume }: Place): ActionReach => (volume === undefined ? 'inside' : 'outside')

export function filesIn({ sessions, volumes }: FileNeeds, { volume }: Place, context: ActionContext): FilePlace {
  const { userId, sessionId = '', signal } = context
  const owner = { userId, signal }
  if (volume === undefined) {
    const { files } = sessions
    return {
      list: (directory) => files.list(sessionId, owner, directory),
      stat: (path) => files.stat(sessionId, owner, path),
      read: (path) => files.read(sessionId, owner, path),
      async write(path, content) {
        await files.write(sessionId, owner, { path, content })
        return files.stat(sessionId, owner, path)
      },
      move: (paths) => files.move(sessionId, owner, paths),
      async remove(path) {
        // A sandbox forgives the removal of nothing; the caller should hear of a path that is wrong.
        await files.stat(sessionId, owner, path)
        await files.remove(sessionId, owner, path)
      },
    }
  }
  const of = { userId, name: volume }
  return {
    list: (directory) => volumes.files(of, directory),
    stat: (path) => volumes.stat(of, path),
    read: async (path) => gather((await volumes.open(of, path)).content()),
    write: (path, content) => volumes.save(of, { path, content: once(content), size: content.length }),
    move: (paths) => volumes.move(of, paths),
    remove: async (path) => void (await volumes.removeFile(of, path)),
  }
}

async function* once(content: Uint8Array): AsyncIterable<Uint8Array> {
  yield content
}

async function gather(content: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  for await (const piece of content) pieces.push(piece)
  return Buffer.concat(pieces)
}

/** One answer is at most so large; larger files have routes of their own. */
export const MOST_BYTES = 10_485_760

export function refuseLarge(path: string, bytes: number): void {
  if (bytes <= MOST_BYTES) return
  const reason = `it has ${bytes} bytes, and an action takes at most ${MOST_BYTES} at once`
  throw new EngineError('PATH_REFUSED', { path, reason })
}

export const filePath = z.string().min(1).max(16_384)
