import { randomUUID } from 'node:crypto'
import type { LiveMachine } from '../../../../engine.ts'
import { ConnectError } from '../connect/connect-error.ts'
import type { Call } from '../connect/procedure.ts'
import { EVENTS_BEHIND, type FilesystemEvent, watchFiles, type watchMessage } from './watch-directory.ts'

type WatchMessage = ReturnType<(typeof watchMessage)['parse']>

const WATCHERS_AT_MOST = 100

/** Watches of callers who poll for events. */
export interface Watchers {
  create(message: WatchMessage, call: Call): Promise<string>
  /** The events since the last call, up to this moment. */
  take(id: string): Promise<FilesystemEvent[]>
  remove(id: string): Promise<void>
}

interface Watcher {
  events: FilesystemEvent[]
  isFull: boolean
  /** Resolves when the last event is recorded. */
  kept: Promise<void>
  stop(): Promise<void>
}

const watchers = new WeakMap<LiveMachine['sandbox'], Watchers>()

export function watchersOf({ sandbox }: LiveMachine): Watchers {
  const known = watchers.get(sandbox) ?? createWatchers(sandbox)
  watchers.set(sandbox, known)
  return known
}

function createWatchers(sandbox: LiveMachine['sandbox']): Watchers {
  const all = new Map<string, Watcher>()
  const find = (id: string): Watcher => {
    const watcher = all.get(id)
    if (!watcher) throw new ConnectError('not_found', `watcher with id ${id} not found`)
    return watcher
  }
  return {
    async create(message, call) {
      if (all.size >= WATCHERS_AT_MOST) {
        throw new ConnectError('resource_exhausted', `a sandbox has ${WATCHERS_AT_MOST} watchers at most; remove one`)
      }
      const watcher: Watcher = { events: [], isFull: false, kept: Promise.resolve(), stop: async () => {} }
      watcher.stop = await watchFiles(message, call, (event) => {
        watcher.kept = watcher.kept.then(() => keep(watcher, event))
      })
      const id = randomUUID()
      all.set(id, watcher)
      return id
    },
    async take(id) {
      const watcher = find(id)
      // The sandbox sends pending events before it answers.
      await sandbox.files.stat('/')
      await watcher.kept
      const events = watcher.events.splice(0)
      if (!watcher.isFull) return events
      throw new ConnectError('resource_exhausted', `more than ${EVENTS_BEHIND} changes; watch a smaller directory`)
    },
    async remove(id) {
      const watcher = find(id)
      all.delete(id)
      await watcher.stop()
    },
  }
}

async function keep(watcher: Watcher, event: () => Promise<FilesystemEvent>): Promise<void> {
  watcher.isFull ||= watcher.events.length >= EVENTS_BEHIND
  if (!watcher.isFull) watcher.events.push(await event())
}
