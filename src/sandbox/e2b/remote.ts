/** The part of E2B's protocol that this provider uses. */
export interface Remote {
  /** Address of the server, for people. */
  readonly place: string
  /** Longest wait for one answer. */
  readonly timeoutMs: number
  create(request: { metadata: Record<string, string>; lifeMs: number }): Promise<RemoteSandbox>
  /** All sandboxes that carry such metadata. */
  list(metadata: Record<string, string>): AsyncIterable<{ id: string; metadata: Record<string, string> }>
  /** Ends a sandbox; one that does not exist is fine. */
  kill(id: string): Promise<void>
}

export interface RemoteSandbox {
  readonly id: string
  /** Starts a shell line as the root of the sandbox, with an input. */
  start(command: string, listener: CommandListener): Promise<RemoteCommand>
  /** Listens to a command's output from now on. */
  join(pid: number, listener: CommandListener): Promise<RemoteCommand>
  /** Lets the sandbox live for so much time from now. */
  prolong(lifeMs: number): Promise<void>
}

/** Listener of a command's output; later output waits for the returned promise. */
export interface CommandListener {
  onStdout(text: string): void | Promise<void>
  onStderr(text: string): void
}

export interface RemoteCommand {
  readonly pid: number
  send(text: string): Promise<void>
  /** Stops listening; the command goes on. */
  leave(): Promise<void>
  /** Resolves when the command has ended, or cannot be listened to any more. */
  readonly ended: Promise<void>
}

/** `key`: the server does not know our key; `refused`: it will never do this; `busy`: another try may help. */
export type RemoteProblem = 'key' | 'refused' | 'busy'

export class RemoteFailure extends Error {
  readonly problem: RemoteProblem

  constructor(problem: RemoteProblem, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'RemoteFailure'
    this.problem = problem
  }
}
