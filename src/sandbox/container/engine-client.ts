import { type IncomingMessage, type RequestOptions, request } from 'node:http'
import type { Duplex } from 'node:stream'
import { EngineError } from '../../contract/errors.ts'

/** The container engine's answer when it refused a request. */
export class EngineRefusal extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.name = 'EngineRefusal'
    this.status = status
  }
}

export interface EngineClient {
  readonly socketPath: string
  /** Gives the JSON of the answer; undefined when there is none. Throws EngineRefusal for a refusal. */
  call<Answer>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<Answer>
  /** The container's stdin, and its stdout and stderr in the engine's frames. */
  attach(container: string): Promise<Duplex>
}

/** Making and removing a container takes seconds on a busy host; an engine silent for longer hangs. */
const SILENCE_MS = 60_000

/** The Docker HTTP API as Docker and Podman's service speak it, over a unix socket. */
export function createEngineClient(socketPath: string): EngineClient {
  const options = { socketPath, agent: false, timeout: SILENCE_MS } satisfies RequestOptions
  const broken = (reject: (error: Error) => void) => (error: NodeJS.ErrnoException) =>
    reject(unreachable(error, socketPath))

  return {
    socketPath,
    call: <Answer>(method: string, path: string, body?: object) =>
      new Promise<Answer>((resolve, reject) => {
        const headers = body && { 'content-type': 'application/json' }
        const asked = request({ ...options, method, path, headers })
        asked.on('error', broken(reject))
        asked.on('timeout', () => asked.destroy(new Error(`it said nothing for ${SILENCE_MS / 1000} s`)))
        asked.on('response', (answer) => {
          readAnswer(answer).then(
            (read) => resolve(read as Answer),
            (error) => {
              reject(error instanceof EngineRefusal ? error : unreachable(error, socketPath))
            },
          )
        })
        asked.end(body && JSON.stringify(body))
      }),
    attach: (container) =>
      new Promise<Duplex>((resolve, reject) => {
        const path = `/containers/${container}/attach?stream=1&stdin=1&stdout=1&stderr=1`
        const asked = request({ ...options, method: 'POST', path, headers: { connection: 'Upgrade', upgrade: 'tcp' } })
        asked.on('error', broken(reject))
        asked.on('timeout', () => asked.destroy(new Error(`it said nothing for ${SILENCE_MS / 1000} s`)))
        asked.on('upgrade', (_answer, socket, head) => {
          // From here on the sandbox decides when there is something to send.
          socket.setTimeout(0)
          if (head.length > 0) socket.unshift(head)
          resolve(socket)
        })
        asked.on('response', (answer) => {
          readAnswer(answer).then(
            () => reject(new EngineRefusal(answer.statusCode ?? 0, 'no stream was given')),
            reject,
          )
        })
        asked.end()
      }),
  }
}

async function readAnswer(answer: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  for await (const chunk of answer) chunks.push(chunk)
  const text = Buffer.concat(chunks).toString()
  const status = answer.statusCode ?? 0
  if (status >= 400) throw new EngineRefusal(status, messageOf(text) || `status ${status}`)
  return text === '' ? undefined : parse(text)
}

function messageOf(text: string): string {
  const told = parse(text) as { message?: string } | undefined
  return told?.message ?? text.trim()
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** No engine, or one that broke off: no sandbox can be made. */
function unreachable(error: NodeJS.ErrnoException, socketPath: string): EngineError<'SANDBOX_UNAVAILABLE'> {
  const [reason, remedy] = CAUSES[error.code ?? ''] ?? [
    `the container engine at ${socketPath} broke off: ${error.message}`,
    'Read its log, start it again, then try once more.',
  ]
  return new EngineError('SANDBOX_UNAVAILABLE', { reason: reason.replace('{}', socketPath), remedy }, { cause: error })
}

const START =
  'Start it (Docker: systemctl start docker; Podman: systemctl start podman.socket, or ' +
  '"podman system service --time 0 unix://PATH"), or name its socket in ANNEAL_CONTAINER_SOCKET.'

const CAUSES: Record<string, [reason: string, remedy: string]> = {
  ENOENT: ['there is no container engine at {}', START],
  ENOTDIR: ['there is no container engine at {}', START],
  ECONNREFUSED: ['no container engine listens at {} any more', START],
  EACCES: [
    'this user may not use the container engine at {}',
    'Add the user to the group of the socket (Docker: usermod -aG docker USER), or use a rootless Podman of its own.',
  ],
}
