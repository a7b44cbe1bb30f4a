import type { EndedBy, Limits } from '../contract/limits.ts'

/** What runs in a box: an argument list (never a shell string), files laid into the workspace, bytes for stdin. */
export interface Program {
  command: string[]
  files: ReadonlyMap<string, Uint8Array>
  input: Uint8Array
  /** Memory that the interpreter reserves and never uses; the limit on allocating comes on top of it. */
  reservedMb: number
}

export interface OutputChunk {
  stream: 'stdout' | 'stderr'
  bytes: Uint8Array
}

export interface ExecOptions {
  limits: Limits
  signal: AbortSignal
  onOutput(chunk: OutputChunk): void
}

/** One shape for every ending: the user's program failing is a result, not an error. */
export interface ExecResult {
  endedBy: EndedBy
  /** As a shell reports it (128 + signal for a signal); null when the engine ended the program. */
  exitCode: number | null
  signal: string | null
  durationMs: number
}

/** What a provider found when it tried its own walls on this host. */
export interface Probe {
  ok: boolean
  detail: string
  remedy?: string
}

/** The port of the box. Adapters are siblings (`jail/`); only `engine.ts` names one. */
export interface SandboxProvider {
  readonly name: string
  /** Makes a real box and looks from inside whether every wall stands. Never throws for a host that cannot. */
  probe(signal: AbortSignal): Promise<Probe>
  /**
   * Runs one program in one fresh box. When the promise settles the box is gone with every process and file in it.
   * Throws SANDBOX_UNAVAILABLE when no box can be made; it never runs the program outside of one.
   */
  run(program: Program, options: ExecOptions): Promise<ExecResult>
}

export const WORKSPACE = '/workspace'
