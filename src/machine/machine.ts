import type { ExecuteOptions, Execution } from '../kernel/kernel.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'

/** Who a machine may talk to, in the words of who asked; absent parts forbid nothing. */
export interface MachineNetwork {
  /** False is the same as denying everything. */
  allowInternet: boolean
  /** Addresses, ranges, names and `*.names`; stronger than what is denied. */
  allowOut: string[]
  /** Addresses and ranges. */
  denyOut: string[]
  /** Headers that are set on requests to a host on their way out. */
  rules: Record<string, { headers: Record<string, string> }>
  egressProxy: { address: string; username?: string; password?: string } | null
  /** False: ports of the machine answer only who shows its traffic token. */
  allowPublicTraffic: boolean
  /** What servers inside are told as the host they were asked for; `${PORT}` stands for the port. */
  maskRequestHost: string | null
  httpsPorts: number[]
}

export interface MachineRequest {
  /** Name, id or snapshot, with an optional tag. */
  template: string
  timeoutMs: number
  metadata: Record<string, string>
  env: Record<string, string>
  network: MachineNetwork
  onTimeout: 'kill' | 'pause'
  /** Of a pause by timeout: false keeps only the files. */
  pauseKeepsMemory: boolean
  /** Traffic wakes it when it is paused with its memory. */
  autoResume: boolean
  /** Without a token anybody who knows its id may use it. */
  isSecured: boolean
  volumes: { name: string; path: string }[]
}

export type MachineState = 'running' | 'paused'

export interface MachineInfo extends Omit<MachineRequest, 'template' | 'timeoutMs' | 'isSecured'> {
  id: string
  userId: string
  templateId: string
  /** The name it was asked for by, where there is one. */
  alias: string | null
  state: MachineState
  /** Of a paused one: whether its processes are still there. */
  hasMemory: boolean
  startedAtMs: number
  endAtMs: number
  /** What it was made with, and what a wake-up by traffic gives it again. */
  timeoutMs: number
  cpuCount: number
  memoryMb: number
  diskMb: number
  /** Null when it is not secured. */
  accessToken: string | null
  /** Null unless its ports are private. */
  trafficToken: string | null
}

/** A language's interpreter in a machine, as callers name it. */
export interface MachineContext {
  id: string
  language: string
  cwd: string
}

/** The interpreters of one machine. Those of Python and JavaScript are listed from the start, and started when needed. */
export interface Interpreters {
  list(): MachineContext[]
  create(request: { language?: string; cwd?: string }): Promise<MachineContext>
  delete(id: string): Promise<void>
  restart(id: string): Promise<void>
  execute(request: { code: string; contextId?: string; language?: string }, options: ExecuteOptions): Promise<Execution>
}

/** A machine that runs now. */
export interface LiveMachine {
  readonly info: MachineInfo
  readonly sandbox: Sandbox
  /** Variables of every process: those of its template and of who made it. */
  readonly env: Record<string, string>
  /** Who programs and files belong to unless a caller says otherwise. */
  readonly defaultUser: string
  /** Where programs start; the home of their user when there is none. */
  readonly workdir: string | null
  readonly interpreters: Interpreters
  /** Aborted when it is paused, killed or ends by itself: whoever streams from it is cut off. */
  readonly cut: AbortSignal
}

/** One sample of what a machine uses. */
export interface MachineSample {
  atMs: number
  cpuCount: number
  cpuUsedPercent: number
  memoryUsedBytes: number
  memoryTotalBytes: number
  memoryCacheBytes: number
  diskUsedBytes: number
  diskTotalBytes: number
}

export interface MachineFilter {
  userId: string
  metadata?: Record<string, string>
  states?: MachineState[]
  template?: string
  startedAfterMs?: number
}

export interface Snapshot {
  /** `TEMPLATE:TAG`; can be asked for as a template. */
  id: string
  names: string[]
  machineId: string
  createdAtMs: number
}

/** Where a machine starts: found by a name, an id or a snapshot. */
export interface StartingPoint {
  templateId: string
  alias: string | null
  /** Ids in `Layers`, the lowest first. */
  layers: string[]
  /** A directory of the host with a whole root file system. */
  root?: string
  env: Record<string, string>
  user: string
  workdir: string | null
  cpuCount: number
  memoryMb: number
  /** Started with each machine, and waited for until `ready` succeeds. */
  start?: { command: string; ready: string | null }
}

/** The part of templates that machines need. */
export interface Images {
  /** Throws TEMPLATE_NOT_FOUND, also for what belongs to somebody else. */
  resolve(name: string, userId: string): Promise<StartingPoint>
  /** A machine was made of it. */
  countUse(templateId: string): Promise<void>
  addSnapshot(request: {
    userId: string
    machineId: string
    name?: string
    from: StartingPoint
    layer: string
  }): Promise<Snapshot>
  listSnapshots(query: { userId: string; machineId?: string; name?: string }): Promise<Snapshot[]>
  /** Ids in `Layers` of everything that machines can start from: those are kept. */
  layersInUse(): Promise<string[]>
  /** A template or a snapshot with everything in it; false when there is none. */
  remove(id: string, userId: string): Promise<boolean>
}

/** What may be done with machines. Whoever is not their owner is told that there is none. */
export interface Machines {
  create(request: MachineRequest, userId: string): Promise<MachineInfo>
  get(id: string, userId: string): Promise<MachineInfo>
  /** The newest first. */
  list(filter: MachineFilter): Promise<MachineInfo[]>
  /** Running: never shortens its life. Paused: wakes it; `keepsMemory: false` boots it from its files. */
  connect(
    id: string,
    options: { userId: string; timeoutMs?: number; keepsMemory?: boolean },
  ): Promise<{ info: MachineInfo; wasPaused: boolean }>
  /** Throws MACHINE_PAUSED when it is already. */
  pause(id: string, options: { userId: string; keepsMemory: boolean }): Promise<void>
  kill(id: string, userId: string): Promise<void>
  /** From now on, in both directions. */
  setTimeout(id: string, options: { userId: string; timeoutMs: number }): Promise<void>
  /** Makes its life longer, never shorter. */
  refresh(id: string, options: { userId: string; timeoutMs: number }): Promise<void>
  /** One answer for each copy, in order. */
  fork(
    id: string,
    options: { userId: string; timeoutMs?: number; count: number },
  ): Promise<(MachineInfo | { problem: string })[]>
  snapshot(id: string, options: { userId: string; name?: string }): Promise<Snapshot>
  /** Parts that are not given stay as they are when its turn comes, whoever changed them meanwhile. */
  setNetwork(id: string, options: { userId: string; network: Partial<MachineNetwork> }): Promise<void>
  metrics(id: string, options: { userId: string; fromMs?: number; toMs?: number }): Promise<MachineSample[]>
  /**
   * For who comes from outside with nothing but an id: the machine if it runs. A paused one is woken where its owner wanted
   * that and `mayWake` says that this visitor has the right token. Undefined for everything else.
   */
  reach(id: string, mayWake: (info: MachineInfo) => boolean): Promise<LiveMachine | undefined>
  /** What runs or is paused, of everybody; for links that name no machine but are signed by the token of one. */
  tokens(): Iterable<{ id: string; accessToken: string }>
  /** From now on told each box that a machine boots in, before anything of its owner runs there. */
  onBoot(listener: (machineId: string, sandbox: Sandbox) => void): void
  close(): Promise<void>
}
