/** The little that is used of a server which speaks E2B's protocol. */
export interface Remote {
  /** Where it is, for people. */
  readonly place: string
  /** Longest wait for one answer. */
  readonly timeoutMs: number
  create(request: { metadata: Record<string, string>; lifeMs: number }): Promise<RemoteBox>
  /** All that carry such metadata. */
  list(metadata: Record<string, string>): AsyncIterable<{ id: string; metadata: Record<string, string> }>
  /** A box that is not there is fine. */
  kill(id: string): Promise<void>
}

export interface RemoteBox {
  readonly id: string
  /** Starts a line of shell as the root of the box, with an input. */
  start(command: string, listener: CommandListener): Promise<RemoteCommand>
  /** What a command prints from now on. */
  join(pid: number, listener: CommandListener): Promise<RemoteCommand>
  /** It ends by itself when so much time has passed from now. */
  prolong(lifeMs: number): Promise<void>
}

/** What comes next waits until a promise that was given is kept. */
export interface CommandListener {
  onStdout(text: string): void | Promise<void>
  onStderr(text: string): void
}

export interface RemoteCommand {
  readonly pid: number
  send(text: string): Promise<void>
  /** Listens no more; the command goes on. */
  leave(): Promise<void>
  /** Resolves when it has ended, or cannot be listened to any more. */
  readonly ended: Promise<void>
}

/** `key`: it does not know us; `refused`: it never will do this; `busy`: another try may help. */
export type RemoteProblem = 'key' | 'refused' | 'busy'

export class RemoteFailure extends Error {
  readonly problem: RemoteProblem

  constructor(problem: RemoteProblem, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'RemoteFailure'
    this.problem = problem
  }
}
