import { posix } from 'node:path'
import { EngineError } from '../contract/errors.ts'
import type { TreeFile } from '../contract/session.ts'
import type { Entry } from '../sandbox/files.ts'
import { WORKSPACE } from '../sandbox/sandbox.ts'
import { stepByStep } from '../sandbox/step-by-step.ts'
import type { Sessions } from './create-sessions.ts'
import type { SessionsApi } from './sessions-api.ts'

/**
 * Reads and writes files of a session's workspace from outside of its sandbox. A written file is safe once the call
 * resolves.
 */
export function createSessionFiles(sessions: Sessions): SessionsApi['files'] {
  return {
    list: (id, owner, { path, depth }) =>
      sessions.use(id, owner, async ({ live }) => {
        const entries = await live.sandbox.files.list(inWorkspace(path), { depth })
        const files: TreeFile[] = []
        await stepByStep(entries, (entry) => void (entry.type === 'other' || files.push(fileOf(entry))))
        return files
      }),
    read: (id, owner, path) => sessions.use(id, owner, ({ live }) => live.sandbox.files.read(inWorkspace(path))),
    write: (id, owner, { path, content }) =>
      sessions.change(id, owner, ({ live }) => live.sandbox.files.write(inWorkspace(path), content)),
    stat: (id, owner, path) =>
      sessions.use(id, owner, async ({ live }) => fileOf(await live.sandbox.files.stat(inWorkspace(path)))),
    move: (id, owner, { from, to }) =>
      sessions.change(id, owner, async ({ live }) => {
        const target = inWorkspace(to, { isBelow: true })
        await live.sandbox.files.move(inWorkspace(from, { isBelow: true }), target)
        return fileOf(await live.sandbox.files.stat(target))
      }),
    remove: (id, owner, path) =>
      sessions.change(id, owner, ({ live }) => live.sandbox.files.remove(inWorkspace(path, { isBelow: true }))),
  }
}

/** Files elsewhere in a sandbox do not outlive it. */
function inWorkspace(path: string, { isBelow = false } = {}): string {
  const whole = posix.resolve(WORKSPACE, path)
  const isInside = whole.startsWith(`${WORKSPACE}/`) || (!isBelow && whole === WORKSPACE)
  if (path.includes('\0') || !isInside) {
    throw new EngineError('PATH_REFUSED', { path, reason: 'only files of the workspace last with a session' })
  }
  return whole
}

function fileOf({ path, type, size, mode, modifiedMs, linkTarget }: Entry): TreeFile {
  const relative = posix.relative(WORKSPACE, path)
  const kind = type as TreeFile['type']
  return { path: relative, type: kind, size, mode, modifiedMs, ...(linkTarget !== undefined && { target: linkTarget }) }
}
