import type { CommandHandle, Sandbox as SdkSandbox } from 'e2b'
import { type Remote, type RemoteCommand, RemoteFailure, type RemoteSandbox } from './remote.ts'

export interface SdkOptions {
  apiKey: string
  /** Address of the API; when empty, it lies below the domain. */
  apiUrl: string
  /** Address of sandboxes; when empty, each has a name below the domain. */
  sandboxUrl: string
  domain: string
  template: string
  /** Longest wait for the answer to one request. */
  timeoutMs: number
}

const importSdk = () => import('e2b')
type Sdk = Awaited<ReturnType<typeof importSdk>>

/** Speaks through the official SDK, which is loaded when it is first needed. */
export function createSdkRemote({ template, timeoutMs, ...options }: SdkOptions): Remote {
  const { apiKey, domain } = options
  const apiUrl = options.apiUrl || `https://api.${domain}`
  const connection = {
    apiKey,
    apiUrl,
    domain,
    ...(options.sandboxUrl && { sandboxUrl: options.sandboxUrl }),
    requestTimeoutMs: timeoutMs,
    validateApiKey: false,
    debug: false,
  }
  /** Makes every call of the SDK, so that its failures have one form. */
  const ask = async <T>(call: (sdk: Sdk) => Promise<T>): Promise<T> => {
    // Without a key the SDK would take that of its own environment, which may be meant for another server.
    if (apiKey === '') throw new RemoteFailure('key', 'no key is set')
    const sdk = await loadSdk()
    return call(sdk).catch((error) => {
      throw failureOf(sdk, error)
    })
  }
  return {
    place: apiUrl,
    timeoutMs,
    create: ({ metadata, lifeMs }) =>
      ask(async ({ Sandbox }) => {
        // Programs reach other hosts through our own proxy or not at all.
        const request = { ...connection, metadata, timeoutMs: lifeMs, allowInternetAccess: false }
        return sandboxOf(await Sandbox.create(template, request), ask)
      }),
    async *list(metadata) {
      const pages = await ask(async ({ Sandbox }) => Sandbox.list({ ...connection, query: { metadata } }))
      while (pages.hasNext) {
        const page = await ask(() => pages.nextItems())
        yield* page.map((one) => ({ id: one.sandboxId, metadata: one.metadata }))
      }
    },
    kill: async (id) => {
      await ask(({ Sandbox }) => Sandbox.kill(id, connection))
    },
  }
}

async function loadSdk(): Promise<Sdk> {
  try {
    return await importSdk()
  } catch (error) {
    throw new RemoteFailure('refused', 'the package "e2b" is not installed beside the server', { cause: error })
  }
}

function sandboxOf(sandbox: SdkSandbox, ask: <T>(call: () => Promise<T>) => Promise<T>): RemoteSandbox {
  const { sandboxId, commands } = sandbox
  return {
    id: sandboxId,
    start: (command, listener) =>
      ask(async () => {
        // No time limit: the command runs as long as the sandbox lives.
        const options = { user: 'root', background: true, stdin: true, timeoutMs: 0, ...listener } as const
        return commandOf(await commands.run(command, options))
      }),
    join: (pid, listener) => ask(async () => commandOf(await commands.connect(pid, { timeoutMs: 0, ...listener }))),
    prolong: (lifeMs) => ask(() => sandbox.setTimeout(lifeMs)),
  }
}

function commandOf(handle: CommandHandle): RemoteCommand {
  return {
    pid: handle.pid,
    send: (text) => handle.sendStdin(text),
    leave: () => handle.disconnect(),
    // The output tells how the command ended.
    ended: handle.wait().then(
      () => {},
      () => {},
    ),
  }
}

/** Reads the status, which the SDK puts in front of its message. */
function failureOf(sdk: Sdk, error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { message } = error
  const status = Number(/^(\d{3}): /.exec(message)?.[1] ?? 0)
  if (error instanceof sdk.AuthenticationError || status === 403)
    return new RemoteFailure('key', message, { cause: error })
  const isFinal = error instanceof sdk.InvalidArgumentError || (status >= 400 && status < 500)
  return new RemoteFailure(isFinal ? 'refused' : 'busy', reasonOf(error), { cause: error })
}

/** `fetch` says only that it failed; its cause holds the reason. */
const reasonOf = ({ message, cause }: Error): string =>
  cause instanceof Error && message === 'fetch failed' ? `${message}: ${cause.message || cause.name}` : message
