import type { ExecuteOptions, Execution } from '../kernel/kernel.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'

/** The hosts that a machine may reach, in the words of its owner; absent parts forbid nothing. */
export interface MachineNetwork {
  /** False denies everything. */
  allowInternet: boolean
  /** Addresses, ranges, names and `*.names`; these override `denyOut`. */
  allowOut: string[]
  /** Addresses and ranges. */
  denyOut: string[]
  /** Headers that are set on requests to a host on their way out. */
  rules: Record<string, { headers: Record<string, string> }>
  egressProxy: { address: string; username?: string; password?: string } | null
  /** False: ports of the machine answer only visitors with its traffic token. */
  allowPublicTraffic: boolean
  /** The host name that servers inside see in requests; `${PORT}` stands for the port. */
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
  /** For a pause by timeout: false keeps only the files. */
  pauseKeepsMemory: boolean
  /** Traffic wakes the machine when it is paused with its memory. */
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
  /** The name by which the template was asked for, where there is one. */
  alias: string | null
  state: MachineState
  /** For a paused machine: whether its processes are still there. */
  hasMemory: boolean
  startedAtMs: number
  endAtMs: number
  /** The machine's first timeout, which a wake-up by traffic gives it again. */
  timeoutMs: number
  cpuCount: number
  memoryMb: number
  diskMb: number
  /** Null when the machine is not secured. */
  accessToken: string | null
  /** Null unless the ports of the machine are private. */
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
  /** Variables of every process: those of its template and of its owner. */
  readonly env: Record<string, string>
  /** The user of programs and files, unless a caller names another. */
  readonly defaultUser: string
  /** The directory that programs start in; null for the home of their user. */
  readonly workdir: string | null
  readonly interpreters: Interpreters
  /** Resolves when a process may be started, which a person may have to allow; throws APPROVAL_DENIED otherwise. */
  mayStart(command: string[], given: Record<string, unknown>): Promise<void>
  /** Aborted when the machine is paused, killed or ends by itself: streams from it are cut. */
  readonly cut: AbortSignal
}

/** One sample of a machine's resource use. */
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
  /** `TEMPLATE:TAG`; works as the name of a template. */
  id: string
  names: string[]
  machineId: string
  createdAtMs: number
}

/** The starting point of a machine: found by a name, an id or a snapshot. */
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
  /** Started with each machine; booting waits until `ready` succeeds. */
  start?: { command: string; ready: string | null }
}

/** The part of templates that machines need. */
export interface Images {
  /** Throws TEMPLATE_NOT_FOUND, also for a template of another user. */
  resolve(name: string, userId: string): Promise<StartingPoint>
  /** Counts a machine that was made of the template. */
  countUse(templateId: string): Promise<void>
  addSnapshot(request: {
    userId: string
    machineId: string
    name?: string
    from: StartingPoint
    layer: string
  }): Promise<Snapshot>
  listSnapshots(query: { userId: string; machineId?: string; name?: string }): Promise<Snapshot[]>
  /** The layers of everything that machines can start from: those are kept. */
  layersInUse(): Promise<string[]>
  /** Removes a template or a snapshot with everything in it; false when there is none. */
  remove(id: string, userId: string): Promise<boolean>
}

/** The calls on machines. A machine of another user does not exist for the caller. */
export interface Machines {
  create(request: MachineRequest, userId: string): Promise<MachineInfo>
  get(id: string, userId: string): Promise<MachineInfo>
  /** The newest first. */
  list(filter: MachineFilter): Promise<MachineInfo[]>
  /** Running: prolongs its life, and never shortens it. Paused: wakes it; `keepsMemory: false` boots it from its files. */
  connect(
    id: string,
    options: { userId: string; timeoutMs?: number; keepsMemory?: boolean },
  ): Promise<{ info: MachineInfo; wasPaused: boolean }>
  /** Throws MACHINE_PAUSED when it is paused already. */
  pause(id: string, options: { userId: string; keepsMemory: boolean }): Promise<void>
  kill(id: string, userId: string): Promise<void>
  /** Sets the time from now on, in both directions. */
  setTimeout(id: string, options: { userId: string; timeoutMs: number }): Promise<void>
  /** Prolongs the machine's life, and never shortens it. */
  refresh(id: string, options: { userId: string; timeoutMs: number }): Promise<void>
  /** Gives one answer for each copy, in order. */
  fork(
    id: string,
    options: { userId: string; timeoutMs?: number; count: number },
  ): Promise<(MachineInfo | { problem: string })[]>
  snapshot(id: string, options: { userId: string; name?: string }): Promise<Snapshot>
  /** Parts that are not given keep the value they have when the change is made. */
  setNetwork(id: string, options: { userId: string; network: Partial<MachineNetwork> }): Promise<void>
  metrics(id: string, options: { userId: string; fromMs?: number; toMs?: number }): Promise<MachineSample[]>
  /**
   * For a visitor from outside with nothing but an id: gives the machine if it runs. A paused machine is woken where
   * its owner wanted that and `mayWake` accepts the visitor's token. Undefined in all other cases.
   */
  reach(id: string, mayWake: (info: MachineInfo) => boolean): Promise<LiveMachine | undefined>
  /** The tokens of all running and paused machines, for links that are signed by a token and name no machine. */
  tokens(): Iterable<{ id: string; accessToken: string }>
  /** Calls the listener for each sandbox that a machine boots in, before any program of its owner runs there. */
  onBoot(listener: (machineId: string, sandbox: Sandbox) => void): void
  close(): Promise<void>
}
