import type { Duplex } from 'node:stream'
import type { EndedBy, Limits } from '../contract/limits.ts'
import type { SandboxFiles } from './files.ts'
import type { Layers } from './layers.ts'
import type { NetworkPolicy } from './network.ts'
import type { OutputChunk, Process, ProcessEnd, ProcessInfo, StartOptions } from './process.ts'
import type { SandboxTrees } from './tree.ts'

export type { OutputChunk } from './process.ts'

/** What a provider may offer beyond running programs; what it does not declare throws UNSUPPORTED. */
export type Capability = 'pty' | 'ports' | 'egress' | 'watch' | 'pause' | 'snapshot' | 'mounts' | 'metrics' | 'system'

/** How a box was started: it waited in a pool, was forked when it was asked for, or was made from nothing. */
export type BoxOrigin = 'pool' | 'fork' | 'cold'

export interface SandboxSpec {
  limits: Limits
  /** What the box will most likely run; a provider that keeps such boxes waiting gives one of those. */
  warm?: string
  /** Added to the box's own few variables for every process. */
  env?: Record<string, string>
  /** Nothing by default: an absent policy and an empty list both mean no network. */
  network?: NetworkPolicy
  mounts?: Mount[]
  /** Kept with the box for its owner; it never reaches the inside. */
  metadata?: Record<string, string>
  /** A whole system instead of one user's workspace; only where the provider declares `system`. */
  system?: SystemSpec
}

/**
 * A box with users of its own: `user` (1000), who is the default one and works in `/home/user`, and `root`, both without any
 * rights over the host. Everything in it can be written; what is written lies above the layers and is gone with the box.
 */
export interface SystemSpec {
  /** Directories of the host, the lowest first; each is what some box had written above those before it. */
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
  /** In one piece, or in as many as it came in. */
  input?: Uint8Array | readonly Uint8Array[]
  /** Written before the program starts; when one of them cannot be, that is thrown. */
  files?: ReadonlyMap<string, Uint8Array>
  timeoutMs?: number
  outputBytes?: number
  signal?: AbortSignal
  /** The program is slowed to the pace at which this resolves. */
  onOutput?(chunk: OutputChunk): void | Promise<void>
}

/** One shape for every ending: the user's program failing is a result, not an error. */
export interface ExecResult {
  endedBy: EndedBy
  /** Null when a signal ended the program. */
  exitCode: number | null
  signal: string | null
  durationMs: number
}

/** The handle that stages, actions and anything a model steers may hold. */
export interface Sandbox {
  readonly id: string
  /** Runs a program to its end; an ending by a limit leaves none of its processes behind. */
  exec(command: string[], options?: ExecOptions): Promise<ExecResult>
  /** Starts a program that lives on its own: background work, servers, terminals. */
  start(command: string[], options?: StartOptions): Promise<Process>
  /**
   * What ended a program that ended so: the limit that the box ran into since it was last asked, `disk` when that is full, `killed`
   * when the whole box is gone, else `exit`. `exec` has asked for its own programs already.
   */
  whyEnded(end: ProcessEnd): Promise<EndedBy>
  /** Ends what programs have left in sessions of their own, away from every program that was started here, if it is younger than that. */
  endStrays(age: { youngerThanMs: number }): Promise<void>
  processes(): Promise<ProcessInfo[]>
  /** A live program by its pid inside the box, started by whoever. */
  connect(pid: number): Promise<Process>
  readonly files: SandboxFiles
  /** Whole directory trees. */
  readonly trees: SandboxTrees
  /** A connection to a server that listens inside the box. */
  openPort(port: number): Promise<Duplex>
  /** The other way round: connections that programs of the box make to a port of its own loopback are ours to answer. */
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

/** Which mechanism holds the limits of a box, strongest first. */
export type LimitsKind = 'cgroup-v2' | 'cgroup-v1' | 'container' | 'rlimits'

/** The handle of the box's owner: only `session/` and `engine.ts` hold it. */
export interface SandboxControl {
  readonly sandbox: Sandbox
  readonly limitsBy: LimitsKind
  readonly startedFrom: BoxOrigin
  /** Replaces the whole policy at once; open connections that it forbids are cut. */
  setNetwork(policy: NetworkPolicy): Promise<void>
  /** Freezes every process where it stands; no time passes for them until `resume`. */
  pause(): Promise<void>
  resume(): Promise<void>
  /** The workspace as a tar archive, made inside the box. */
  snapshot(): AsyncIterable<Uint8Array>
  /** All that was written in a system above its layers, as a tar archive: what `Layers.add` makes a layer of. */
  changes(): AsyncIterable<Uint8Array>
  /** Resolves when nothing of the box is left; may be called at any moment and more than once. */
  destroy(): Promise<void>
  /** Resolves when the box is gone, by `destroy` or by itself. */
  readonly ended: Promise<void>
}

/** What a provider found when it tried its own walls on this host. */
export interface Probe {
  ok: boolean
  detail: string
  remedy?: string
}

/** The port of the box. Adapters are siblings; only `engine.ts` names one. */
export interface SandboxProvider {
  readonly name: string
  readonly capabilities: ReadonlySet<Capability>
  /** Promises that its boxes cannot keep, by the id of their check, each with the reason; nobody tries those. */
  readonly cannotKeep?: Readonly<Record<string, string>>
  /** Makes a real box and looks from inside whether every wall stands. Never throws for a host that cannot. */
  probe(signal: AbortSignal): Promise<Probe>
  /** Throws SANDBOX_UNAVAILABLE when no box can be made; it never runs anything outside of one. */
  create(spec: SandboxSpec, signal: AbortSignal): Promise<SandboxControl>
  /** Ends and removes what boxes of dead servers left behind. */
  sweep(): Promise<void>
  /** Where it makes systems: what they are made of, kept in a directory of the host. */
  openLayers?(parts: LayersParts): Promise<Layers>
  /** Has boxes waiting before the first caller comes, where it keeps such. */
  warmUp?(): void
  /** Ends boxes that wait for a caller, where there are such; those that have one are not touched. */
  close?(): Promise<void>
}

export interface LayersParts {
  directory: string
  /** Of the box in which an archive is unpacked. */
  limits: Limits
  newId(): string
}

export const WORKSPACE = '/workspace'
/** Where volumes are shown, each below its name. */
export const VOLUMES = '/volumes'
