import type { Entry, SandboxFiles, WatchEvent } from '../files.ts'
import { explainRefusal } from './explain-refusal.ts'
import type { AgentRequest, Link, SandboxEnded } from './link.ts'
import { readStream } from './read-stream.ts'

/**
 * Files of the sandbox, handled by the agent inside it, for one of its users if it has several. `gone` makes the error for a
 * sandbox that ended.
 */
export function createAgentFiles(
  link: Link,
  gone: (error: SandboxEnded) => Error = (error) => error,
  whose: { user?: string } = {},
): SandboxFiles {
  const explained = <T>(work: Promise<T>, request: AgentRequest): Promise<T> =>
    work.catch((error) => explainRefusal(error, { gone, request }))
  const call = (request: AgentRequest) => explained(link.call(request), request)
  const files: SandboxFiles = {
    as: (user) => createAgentFiles(link, gone, { user }),
    async read(path) {
      const chunks: Uint8Array[] = []
      for await (const chunk of files.readStream(path)) chunks.push(chunk)
      return Buffer.concat(chunks)
    },
    async *readStream(path, range = {}) {
      const request = { op: 'read', path, ...range, ...whose }
      try {
        yield* readStream(link, request)
      } catch (error) {
        explainRefusal(error, { gone, request })
      }
    },
    async write(path, content, options = {}) {
      const request = { op: 'write', path, ...options, ...whose }
      const source = typeof content === 'string' ? Buffer.from(content) : content
      const isSmall = source instanceof Uint8Array && source.length <= SMALL_BYTES
      const writing = isSmall
        ? writeAtOnce(link, request, source)
        : writeFile(link, request, source instanceof Uint8Array ? [source] : source)
      await explained(writing, request)
    },
    list: (path, options = {}) => {
      const request = { op: 'list', path, ...options, ...whose }
      return explained(listEntries(link, request), request)
    },
    stat: async (path, options = {}) => (await call({ op: 'stat', path, ...options, ...whose })).entry as Entry,
    makeDirectory: async (path) => Boolean((await call({ op: 'make_directory', path, ...whose })).made),
    move: async (from, to) => void (await call({ op: 'move', from, to, ...whose })),
    remove: async (path) => void (await call({ op: 'remove', path, ...whose })),
    setMode: async (path, mode) => void (await call({ op: 'set_mode', path, mode, ...whose })),
    async watch(path, onEvent, options = {}) {
      const request = { op: 'watch', path, ...options, ...whose }
      const event = (value: Record<string, unknown>) => onEvent(value.watch as WatchEvent)
      const { channel } = await explained(link.open(request, { event }), request)
      return async () => channel.close()
    },
  }
  return files
}

/** Collects the entries, which come a few at a time before the final answer. */
async function listEntries(link: Link, request: AgentRequest): Promise<Entry[]> {
  const entries: Entry[] = []
  const { channel, answer } = link.begin(request, {
    event: ({ entries: more }) => {
      if (Array.isArray(more)) for (const entry of more) entries.push(entry)
    },
  })
  try {
    await answer
    return entries
  } finally {
    channel.close()
  }
}

/** Largest content that fits the window of a new channel. */
export const SMALL_BYTES = 131_072

/** Queues the whole file before it returns: a program that is started next finds the file. */
async function writeAtOnce(link: Link, request: AgentRequest, bytes: Uint8Array): Promise<void> {
  const written = Promise.withResolvers<void>()
  written.promise.catch(() => {})
  const { channel, answer } = link.begin(request, { event: () => written.resolve(), failed: written.reject })
  channel.push(bytes)
  channel.end()
  try {
    await answer
    await written.promise
  } finally {
    channel.close()
  }
}

async function writeFile(
  link: Link,
  request: AgentRequest,
  source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<void> {
  const written = Promise.withResolvers<void>()
  written.promise.catch(() => {})
  const { channel } = await link.open(request, { event: () => written.resolve(), failed: written.reject })
  try {
    for await (const bytes of source) await Promise.race([channel.send(bytes), written.promise])
    channel.end()
    await written.promise
  } finally {
    channel.close()
  }
}
