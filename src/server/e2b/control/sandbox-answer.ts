import type { MachineInfo } from '../../../engine.ts'
import { trafficTokenOf } from '../traffic-token.ts'
import { networkAnswer } from './network-config.ts'

/** The newest agent that every SDK knows what to expect of. */
export const ENVD_VERSION = '0.6.13'
/** Part of the form since the first generation; nobody asks what it says. */
const CLIENT_ID = 'anneal'

/** What a machine is called in E2B's API, in each of the three forms it has there. */
export function sandboxAnswers({ e2bDomain }: { e2bDomain: string }) {
  const domain = e2bDomain === '' ? null : e2bDomain
  return {
    /** To who made it or connects to it: the way in. */
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
