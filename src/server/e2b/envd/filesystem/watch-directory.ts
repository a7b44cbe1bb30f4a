import { posix } from 'node:path'
import { z } from 'zod'
import type { LiveMachine } from '../../../../engine.ts'
import { ConnectError } from '../connect/connect-error.ts'
import type { Call } from '../connect/procedure.ts'
import type { ServerStream } from '../connect/server-stream.ts'
import { resolvePath } from '../resolve-path.ts'
import { entryInfoOf } from './entry-info.ts'

/** Machines have no network mounts, so the option to watch them makes no difference. */
export const watchMessage = z.object({
  path: z.string().default(''),
  recursive: z.boolean().default(false),
  includeEntry: z.boolean().default(false),
})
type WatchMessage = z.output<typeof watchMessage>
type WatchEvent = Parameters<Parameters<LiveMachine['sandbox']['files']['watch']>[1]>[0]

export interface FilesystemEvent {
  name: string
  type: string
  entry?: ReturnType<typeof entryInfoOf>
}

const TYPES: Record<WatchEvent['type'], string> = {
  create: 'EVENT_TYPE_CREATE',
  write: 'EVENT_TYPE_WRITE',
  remove: 'EVENT_TYPE_REMOVE',
  rename: 'EVENT_TYPE_RENAME',
  chmod: 'EVENT_TYPE_CHMOD',
}

/** A reader that is this many events behind a busy directory is dropped. */
export const EVENTS_BEHIND = 10_000

/** Sends the changes below a directory until the reader leaves. */
export async function watchDirectory(message: WatchMessage, call: Call, stream: ServerStream): Promise<void> {
  const lost = Promise.withResolvers<never>()
  lost.promise.catch(() => {})
  let behind = 0
  // Events are sent one after the other: an event that waits for its entry must not be overtaken.
  const started = Promise.withResolvers<void>()
  let last = started.promise
  const stop = await watchFiles(message, call, (event) => {
    if (++behind > EVENTS_BEHIND) {
      return lost.reject(new ConnectError('resource_exhausted', 'more changed than the reader could take'))
    }
    last = last.then(async () => {
      await stream.send({ filesystem: await event() })
      behind -= 1
    })
    last.catch(lost.reject)
  })
  void stream.send({ start: {} })
  started.resolve()
  try {
    await Promise.race([stream.over, lost.promise])
  } finally {
    await stop()
  }
}

/** `onEvent` gets a promise, since the entry of an event is looked up first. */
export async function watchFiles(
  { path, recursive, includeEntry }: WatchMessage,
  call: Call,
  onEvent: (event: () => Promise<FilesystemEvent>) => void,
): Promise<() => Promise<void>> {
  const { machine } = call
  const user = await call.user()
  const files = machine.sandbox.files.as(user.name)
  const root = resolvePath(path, { machine, user })
  const describe = async ({ name, type }: WatchEvent): Promise<FilesystemEvent> => {
    const isThere = type !== 'remove' && type !== 'rename'
    // The file may be gone again by now.
    const entry = isThere && includeEntry ? files.stat(posix.join(root, name), { details: true }) : undefined
    const found = await entry?.catch(() => undefined)
    return { name, type: TYPES[type], ...(found && { entry: entryInfoOf(found) }) }
  }
  return files.watch(root, (event) => onEvent(() => describe(event)), { recursive })
}
