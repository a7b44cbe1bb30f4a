/** A machine as E2B's API tells of it. */
export interface MachineInfo {
  sandboxID: string
  templateID: string
  alias?: string
  state: 'running' | 'paused'
  startedAt: string
  endAt: string
  cpuCount: number
  memoryMB: number
  metadata?: Record<string, string>
}

export interface MachineDetail extends MachineInfo {
  envdAccessToken?: string
  domain: string | null
}
