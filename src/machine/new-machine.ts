import type { MachineInfo, MachineNetwork, MachineRequest, StartingPoint } from './machine.ts'
import type { MachineRecord } from './machine-record.ts'

export interface NewMachineParts {
  newId(prefix: 'mch'): string
  /** Makes a secret. */
  newToken(): string
  clock(): number
  engineId: string
  diskMb: number
}

export function newMachine(
  parts: NewMachineParts,
  { request, from, userId }: { request: MachineRequest; from: StartingPoint; userId: string },
): MachineRecord {
  const { template: _, isSecured, ...asked } = request
  const { templateId, alias, cpuCount, memoryMb } = from
  const info: MachineInfo = {
    ...asked,
    ...{ templateId, alias, cpuCount, memoryMb, diskMb: parts.diskMb },
    ...newIdentity(parts, { userId, timeoutMs: request.timeoutMs }),
    ...tokensOf(parts, isSecured, request.network),
  }
  return { info, from, layers: from.layers, saved: null, engineId: parts.engineId }
}

/** Another machine of the same layers, with secrets of its own. */
export function copyOf(
  parts: NewMachineParts,
  record: MachineRecord,
  { layers, timeoutMs }: { layers: string[]; timeoutMs: number },
): MachineRecord {
  const { userId, accessToken, network } = record.info
  const own = newIdentity(parts, { userId, timeoutMs })
  const info = { ...record.info, ...own, ...tokensOf(parts, accessToken !== null, network) }
  return { ...record, info, layers, saved: null, engineId: parts.engineId, copyOf: record.info.id }
}

function newIdentity({ newId, clock }: NewMachineParts, { userId, timeoutMs }: { userId: string; timeoutMs: number }) {
  const startedAtMs = clock()
  const ending = { startedAtMs, timeoutMs, endAtMs: startedAtMs + timeoutMs }
  return { id: newId('mch'), userId, state: 'running' as const, hasMemory: true, ...ending }
}

const tokensOf = ({ newToken }: NewMachineParts, isSecured: boolean, { allowPublicTraffic }: MachineNetwork) => ({
  accessToken: isSecured ? newToken() : null,
  trafficToken: allowPublicTraffic ? null : newToken(),
})

/** An existing token stays as it is. */
export const withNetwork = (
  { newToken }: NewMachineParts,
  info: MachineInfo,
  network: MachineNetwork,
): MachineInfo => ({
  ...info,
  network,
  trafficToken: network.allowPublicTraffic ? null : (info.trafficToken ?? newToken()),
})
