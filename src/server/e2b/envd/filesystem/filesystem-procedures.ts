import { z } from 'zod'
import { ConnectError } from '../connect/connect-error.ts'
import { type Call, type Procedure, toClient, unary } from '../connect/procedure.ts'
import { resolvePath } from '../resolve-path.ts'
import { entryInfoOf } from './entry-info.ts'
import { watchDirectory, watchMessage } from './watch-directory.ts'
import { watchersOf } from './watchers.ts'

const path = z.string().default('')
const onPath = z.object({ path })
const watcher = z.object({ watcherId: z.string().default('') })

/** The service `filesystem.Filesystem`: files of a machine without their content. */
export const filesystemProcedures: Record<string, Procedure> = {
  Stat: unary(onPath, async (message, call) => {
    const { files, at } = await filesOf(call)
    return { entry: entryInfoOf(await files.stat(at(message.path), { details: true })) }
  }),
  MakeDir: unary(onPath, async (message, call) => {
    const { files, at } = await filesOf(call)
    const directory = at(message.path)
    if (!(await files.makeDirectory(directory))) {
      throw new ConnectError('already_exists', `directory already exists: ${directory}`)
    }
    return { entry: entryInfoOf(await files.stat(directory, { details: true })) }
  }),
  Move: unary(z.object({ source: path, destination: path }), async (message, call) => {
    const { files, at } = await filesOf(call)
    const destination = at(message.destination)
    await files.move(at(message.source), destination)
    return { entry: entryInfoOf(await files.stat(destination, { details: true })) }
  }),
  ListDir: unary(onPath.extend({ depth: z.coerce.number().int().min(0).default(0) }), async (message, call) => {
    const { files, at } = await filesOf(call)
    const entries = await files.list(at(message.path), { depth: message.depth || 1, details: true })
    return { entries: entries.map(entryInfoOf) }
  }),
  Remove: unary(onPath, async (message, call) => {
    const { files, at } = await filesOf(call)
    await files.remove(at(message.path))
    return {}
  }),
  WatchDir: toClient({ schema: watchMessage, keepalive: { keepalive: {} } }, watchDirectory),
  CreateWatcher: unary(watchMessage, async (message, call) => ({
    watcherId: await watchersOf(call.machine).create(message, call),
  })),
  GetWatcherEvents: unary(watcher, async (message, { machine }) => ({
    events: await watchersOf(machine).take(message.watcherId),
  })),
  RemoveWatcher: unary(watcher, async (message, { machine }) => {
    await watchersOf(machine).remove(message.watcherId)
    return {}
  }),
}

async function filesOf(call: Call) {
  const user = await call.user()
  const { machine } = call
  const at = (path: string) => resolvePath(path, { machine, user })
  return { files: machine.sandbox.files.as(user.name), at }
}
