import { EngineError } from '../../contract/errors.ts'
import type { Entry, SandboxFiles, WatchEvent } from '../files.ts'
import { AgentRefusal, BoxEnded, type Link } from './link.ts'

/** Files of the box, worked on by the agent inside it. `gone` says how the end of the box is told. */
export function createAgentFiles(link: Link, gone: (error: BoxEnded) => Error = (error) => error): SandboxFiles {
  const explained = <T>(work: Promise<T>, request: Request): Promise<T> =>
    work.catch((error) => explain(error, { gone, request }))
  const call = (request: Request) => explained(link.call(request), request)
  const files: SandboxFiles = {
    async read(path) {
      const chunks: Uint8Array[] = []
      for await (const chunk of files.readStream(path)) chunks.push(chunk)
      return Buffer.concat(chunks)
    },
    async *readStream(path, range = {}) {
      const request = { op: 'read', path, ...range }
      try {
        yield* readStream(link, request)
      } catch (error) {
        explain(error, { gone, request })
      }
    },
    async write(path, content, options = {}) {
      const request = { op: 'write', path, ...options }
      const source = typeof content === 'string' ? Buffer.from(content) : content
      const isSmall = source instanceof Uint8Array && source.length <= SMALL_BYTES
      const writing = isSmall
        ? writeAtOnce(link, request, source)
        : writeFile(link, request, source instanceof Uint8Array ? [source] : source)
      await explained(writing, request)
    },
    list: async (path, options = {}) => (await call({ op: 'list', path, ...options })).entries as Entry[],
    stat: async (path) => (await call({ op: 'stat', path })).entry as Entry,
    makeDirectory: async (path) => Boolean((await call({ op: 'make_directory', path })).made),
    move: async (from, to) => void (await call({ op: 'move', from, to })),
    remove: async (path) => void (await call({ op: 'remove', path })),
    setMode: async (path, mode) => void (await call({ op: 'set_mode', path, mode })),
    async watch(path, onEvent, options = {}) {
      const request = { op: 'watch', path, ...options }
      const event = (value: Record<string, unknown>) => onEvent(value.watch as WatchEvent)
      const { channel } = await explained(link.open(request, { event }), request)
      return async () => channel.close()
    },
  }
  return files
}

type Request = { op: string } & Record<string, unknown>

async function* readStream(link: Link, request: Request): AsyncGenerator<Uint8Array> {
  const arrived: Buffer[] = []
  let finished = false
  let failure: Error | undefined
  let wake: () => void = () => {}
  /** Resolved for each chunk when it has been taken: only then does the agent send more. */
  const taken: (() => void)[] = []
  const opened = link.open(request, {
    data: (bytes) => {
      arrived.push(bytes)
      wake()
      return new Promise<void>((resolve) => taken.push(resolve))
    },
    end: () => {
      finished = true
      wake()
    },
    failed: (error) => {
      failure = error
      wake()
    },
  })
  const { channel } = await opened
  try {
    while (true) {
      const chunk = arrived.shift()
      if (chunk) {
        yield chunk
        taken.shift()?.()
      } else if (failure) throw failure
      else if (finished) return
      else {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    }
  } finally {
    channel.close()
  }
}

/** Fits the window of a new channel. */
export const SMALL_BYTES = 131_072

/** Everything is on its way when this has been called: a program that is started next finds the file. */
async function writeAtOnce(link: Link, request: Request, bytes: Uint8Array): Promise<void> {
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
  request: Request,
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

/** The agent's refusals as errors a caller can act on. */
function explain(error: unknown, { gone, request }: { gone(error: BoxEnded): Error; request: Request }): never {
  if (error instanceof BoxEnded) throw gone(error)
  if (!(error instanceof AgentRefusal)) throw error
  const path = String(request.path ?? request.from ?? '')
  if (error.code === 'not_found') throw new EngineError('PATH_NOT_FOUND', { path }, { cause: error })
  if (error.code === 'full') throw new EngineError('SANDBOX_FULL', { path }, { cause: error })
  throw new EngineError('PATH_REFUSED', { path, reason: error.message }, { cause: error })
}
