import type { Duplex } from 'node:stream'
import type { EndedBy, Limits } from '../contract/limits.ts'
import type { SandboxFiles } from './files.ts'
import type { Layers } from './layers.ts'
import type { NetworkPolicy } from './network.ts'
import type { OutputChunk, Process, ProcessEnd, ProcessInfo, StartOptions } from './process.ts'
import type { SandboxTrees } from './tree.ts'

export type { OutputChunk } from './process.ts'

/** Features that a provider may offer beyond running programs; an undeclared one throws UNSUPPORTED. */
export type Capability =
  | 'pty'
  | 'ports'
  | 'egress'
  | 'watch'
  | 'pause'
  | 'snapshot'
  | 'mounts'
  | 'metrics'
  | 'system'
  | 'nested'

/** Start of a sandbox: taken from a pool, forked on demand, or made from nothing. */
export type SandboxOrigin = 'pool' | 'fork' | 'cold'

export interface SandboxSpec {
  limits: Limits
  /** The program that the sandbox will most likely run; a provider with a pool gives a sandbox prepared for it. */
  warm?: string
  /** Added to the sandbox's own few variables for every process. */
  env?: Record<string, string>
  /** Network access: none by default; an absent policy and an empty list both mean no network. */
  network?: NetworkPolicy
  mounts?: Mount[]
  /** Kept with the sandbox for its owner; it never reaches the inside. */
  metadata?: Record<string, string>
  /** A whole system instead of one user's workspace; only where the provider declares `system`. */
  system?: SystemSpec
  /**
   * Programs inside may make namespaces of their own, as a browser does to keep its pages apart; only where the provider
   * declares `nested`. The calls that would use them against the kernel (mount and the like) stay refused.
   */
  nested?: boolean
}

/**
 * A sandbox with users of its own: `user` (1000), the default one, who works in `/home/user`, and `root`, both without any
 * rights over the host. All its files can be written; changes lie above the layers and are gone with the sandbox.
 */
export interface SystemSpec {
  /** Directories of the host, the lowest first; each holds the changes that some sandbox wrote above those before it. */
  layers: string[]
  /** A directory of the host with a whole root file system, in place of the host's own programs. */
  root?: string
}

/** A directory of the host shown inside. Only the engine names one, never a caller. */
export interface Mount {
  source: string
  target: string
  readOnly: boolean
}

export interface ExecOptions extends Pick<StartOptions, 'env' | 'cwd' | 'reservedMb'> {
  /** Input in one piece, or in as many pieces as it arrived in. */
  input?: Uint8Array | readonly Uint8Array[]
  /** Files written before the program starts; a failed write is thrown. */
  files?: ReadonlyMap<string, Uint8Array>
  timeoutMs?: number
  outputBytes?: number
  /** Whether the result tells `entries`. */
  tellsEntries?: boolean
  signal?: AbortSignal
  /** The program is slowed to the pace at which the returned promise resolves. */
  onOutput?(chunk: OutputChunk): void | Promise<void>
}

/** One shape for every ending: the user's program failing is a result, not an error. */
export interface ExecResult {
  endedBy: EndedBy
  /** Null when a signal ended the program. */
  exitCode: number | null
  signal: string | null
  durationMs: number
  /** Two names in the workspace at most, as the sandbox tells them; absent where that was not asked, or is not known. */
  entries?: string[] | null
}

/** The handle that stages, actions and anything a model steers may hold. */
export interface Sandbox {
  readonly id: string
  /** Runs a program to its end; an ending by a limit leaves none of its processes behind. */
  exec(command: string[], options?: ExecOptions): Promise<ExecResult>
  /** Starts a program that lives on its own: background work, servers, terminals. */
  start(command: string[], options?: StartOptions): Promise<Process>
  /**
   * The reason behind a program's end: the limit that the sandbox hit since the last question, `disk` when the disk is full,
   * `killed` when the whole sandbox is gone, else `exit`. `exec` has asked for its own programs already.
   */
  whyEnded(end: ProcessEnd): Promise<EndedBy>
  /** The sandbox's own clock, in seconds. Everything that is asked for after this question happens after its answer's time. */
  now(): Promise<number>
  /** Ends stray processes: those born since this time of `now` that left the session of every program started here. */
  endStrays(born: { since: number }): Promise<void>
  processes(): Promise<ProcessInfo[]>
  /** A live program by its pid inside the sandbox, no matter which caller started it. */
  connect(pid: number): Promise<Process>
  readonly files: SandboxFiles
  /** Whole directory trees of the sandbox. */
  readonly trees: SandboxTrees
  /** Opens a connection to a server that listens inside the sandbox. */
  openPort(port: number): Promise<Duplex>
  /** The reverse of `openPort`: the server answers connections that programs make to this port of the sandbox's own loopback. */
  answerPort(port: number, onConnection: (connection: Duplex) => void): Promise<void>
  metrics(): Promise<SandboxMetrics>
}

export interface SandboxMetrics {
  cpuMs: number
  memoryBytes: number
  memoryPeakBytes: number | null
  processes: number
  diskUsedBytes: number
  diskTotalBytes: number
  readBytes: number | null
  writtenBytes: number | null
}

/** The mechanism that enforces the limits of a sandbox, strongest first. */
export type LimitsKind = 'cgroup-v2' | 'cgroup-v1' | 'container' | 'rlimits'

/** The handle of the sandbox's owner: only `session/` and `engine.ts` hold it. */
export interface SandboxControl {
  readonly sandbox: Sandbox
  readonly limitsBy: LimitsKind
  readonly startedFrom: SandboxOrigin
  /** Replaces the whole policy at once; open connections that it forbids are cut. */
  setNetwork(policy: NetworkPolicy): Promise<void>
  /** Freezes every process where it stands; no time passes for them until `resume`. */
  pause(): Promise<void>
  resume(): Promise<void>
  /** The workspace as a tar archive, made inside the sandbox. */
  snapshot(): AsyncIterable<Uint8Array>
  /** All changes written in a system above its layers, as a tar archive for `Layers.add`. */
  changes(): AsyncIterable<Uint8Array>
  /** Resolves when nothing of the sandbox is left; may be called at any time and more than once. */
  destroy(): Promise<void>
  /** Resolves when the sandbox is gone, by `destroy` or by itself. */
  readonly ended: Promise<void>
}

/** A provider's findings about its own walls on this host. */
export interface Probe {
  ok: boolean
  /** Something optional is not here, or holds less than it could; `remedy` tells how to get it. */
  kind?: 'weaker' | 'absent'
  detail: string
  remedy?: string
}

/** The port of the sandbox. Adapters are siblings; only `engine.ts` names one. */
export interface SandboxProvider {
  readonly name: string
  readonly capabilities: ReadonlySet<Capability>
  /** The programs inside are those of the host: the host knows which languages there are. Elsewhere only a sandbox knows. */
  readonly hasHostPrograms?: boolean
  /** A look from inside costs less than a second sandbox: a process that runs one program looks at its walls there (`lookedAt`). */
  readonly isLookedAtInside?: boolean
  /**
   * Promises that this provider's sandboxes cannot keep, by the id of their check, each with the reason; those checks are not
   * run.
   */
  readonly cannotKeep?: Readonly<Record<string, string>>
  /** Makes a real sandbox and checks every wall from inside. Never throws for a host that cannot. */
  probe(signal: AbortSignal): Promise<Probe>
  /** Makes a whole system and checks its walls; only providers that can make systems have it. */
  probeSystem?(signal: AbortSignal): Promise<Probe>
  /** Throws SANDBOX_UNAVAILABLE when no sandbox can be made; programs never run outside of one. */
  create(spec: SandboxSpec, signal: AbortSignal): Promise<SandboxControl>
  /** Ends and removes the leftovers of dead servers' sandboxes. */
  sweep(): Promise<void>
  /** Opens the layers of systems in a directory of the host; only for providers that make systems. */
  openLayers?(parts: LayersParts): Promise<Layers>
  /** Fills the pool before the first caller comes, where the provider keeps one. */
  warmUp?(): void
  /** Ends pooled sandboxes, where there are any; those in use are not touched. */
  close?(): Promise<void>
}

export interface LayersParts {
  directory: string
  /** Limits of the sandbox in which an archive is unpacked. */
  limits: Limits
  newId(): string
}

export const WORKSPACE = '/workspace'
/** Directory inside a sandbox that shows each volume under its name. */
export const VOLUMES = '/volumes'
