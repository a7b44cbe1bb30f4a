import { limitPolicyOf } from '../config/limit-policy.ts'
import { machineLimits } from '../config/machine-limits.ts'
import type { Config } from '../config/settings.ts'
import type { Ground } from '../contract/ground.ts'
import { languages } from '../language/languages.ts'
import { warmKinds } from '../pipeline/execute/warm-kinds.ts'
import { grantLimits } from '../pipeline/grant-limits.ts'
import type { CgroupTree } from '../sandbox/cgroup/cgroup.ts'
import { ownServerId } from '../sandbox/cgroup/server-id.ts'
import { createJail } from '../sandbox/jail/jail.ts'
import { createWarmJail } from '../sandbox/jail/pool/warm-jail.ts'
import { findSystemUsers } from '../sandbox/jail/system/find-system-users.ts'
import type { SandboxProvider } from '../sandbox/sandbox.ts'

/** Loads the code of rarely used providers only when they are chosen. */
export async function chooseSandbox(
  config: Config,
  { newId, onTrouble, isWarm, cgroups, packages }: SandboxParts,
): Promise<SandboxProvider> {
  const { execPath } = process
  const parts = { newSandboxId: () => newId('sbx'), cgroups, execPath, ...(packages && { packages }) }
  if (config.sandbox === 'jail') {
    const jail = { ...parts, systemsHere: await findSystemUsers() }
    if (!isWarm) return createJail(jail)
    const size = { floor: config.warmSandboxes, ceiling: Math.max(config.warmSandboxes, config.maxWarmSandboxes) }
    const limits = grantLimits(undefined, limitPolicyOf(config))
    const kinds = warmKinds(languages)
    return createWarmJail({ ...jail, ...size, limits, systemLimits: machineLimits(config), kinds, onTrouble })
  }
  if (config.sandbox === 'gvisor') {
    const { createGvisorProvider } = await import('../sandbox/gvisor/gvisor.ts')
    return createGvisorProvider(parts)
  }
  if (config.sandbox === 'e2b') return chooseE2b(config, parts.newSandboxId)
  const { createContainerProvider } = await import('../sandbox/container/container.ts')
  return createContainerProvider({
    socketPath: config.containerSocket,
    image: config.containerImage,
    hostUsr: config.containerHostUsr,
    newSandboxId: parts.newSandboxId,
    serverId: await ownServerId(),
    execPath,
    ...(packages && { packages }),
  })
}

async function chooseE2b(config: Config, newSandboxId: () => string): Promise<SandboxProvider> {
  const [{ createE2bProvider }, { createSdkRemote }] = await Promise.all([
    import('../sandbox/e2b/e2b.ts'),
    import('../sandbox/e2b/sdk-remote.ts'),
  ])
  const remote = createSdkRemote({
    apiKey: config.e2bApiKey,
    apiUrl: config.e2bApiUrl,
    sandboxUrl: config.e2bSandboxUrl,
    domain: config.e2bRemoteDomain,
    template: config.e2bTemplate,
    timeoutMs: config.e2bTimeoutMs,
  })
  return createE2bProvider({ remote, newSandboxId, serverId: await ownServerId() })
}

export interface SandboxParts extends Pick<Ground, 'newId' | 'onTrouble'> {
  cgroups: CgroupTree | undefined
  /** Directory with the newest set of added packages. */
  packages?: () => Promise<string | undefined>
  isWarm: boolean
}
