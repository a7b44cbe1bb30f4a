import type { MachineInfo } from '../../../engine.ts'
import { trafficTokenOf } from '../traffic-token.ts'
import { networkAnswer } from './network-config.ts'

/** The newest agent version that every SDK supports. */
export const ENVD_VERSION = '0.6.13'
/** A field of the first generation that no client reads. */
const CLIENT_ID = 'anneal'

/** A machine in each of the three forms of E2B's API. */
export function sandboxAnswers({ e2bDomain }: { e2bDomain: string }) {
  const domain = e2bDomain === '' ? null : e2bDomain
  return {
    /** For the caller who creates or connects: with the tokens. */
    sandbox: (info: MachineInfo) => ({
      ...nameOf(info),
      ...(info.accessToken !== null && { envdAccessToken: info.accessToken }),
      trafficAccessToken: trafficTokenOf(info),
      domain,
    }),
    detail: (info: MachineInfo) => ({
      ...listed(info),
      ...(info.accessToken !== null && { envdAccessToken: info.accessToken }),
      trafficAccessToken: trafficTokenOf(info),
      domain,
      allowInternetAccess: info.network.allowInternet,
      network: networkAnswer(info.network),
      lifecycle: { autoResume: info.autoResume, onTimeout: info.onTimeout },
    }),
    listed,
  }
}

function listed(info: MachineInfo) {
  return {
    ...nameOf(info),
    startedAt: new Date(info.startedAtMs).toISOString(),
    endAt: new Date(info.endAtMs).toISOString(),
    state: info.state,
    cpuCount: info.cpuCount,
    memoryMB: info.memoryMb,
    diskSizeMB: info.diskMb,
    metadata: info.metadata,
    volumeMounts: info.volumes,
  }
}

const nameOf = ({ id, templateId, alias }: MachineInfo) => ({
  sandboxID: id,
  templateID: templateId,
  clientID: CLIENT_ID,
  envdVersion: ENVD_VERSION,
  ...(alias !== null && { alias }),
})
