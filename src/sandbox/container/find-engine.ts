import { access, readFile } from 'node:fs/promises'
import { EngineError } from '../../contract/errors.ts'
import type { Mount } from '../sandbox.ts'
import { type EngineClient, EngineRefusal } from './engine-client.ts'
import { cleanHosts, hostPrograms } from './own-mounts.ts'
import { profileFile } from './profile-file.ts'
import { seccompProfile } from './seccomp-profile.ts'

/** Facts that stay the same for all sandboxes of one server. */
export interface ContainerEngine {
  client: EngineClient
  isPodman: boolean
  version: string
  /** Image by its content: every sandbox is made from the very image that was inspected. */
  imageId: string
  /** Directories that the image would have the engine keep on the host's disk, without any limit. */
  imageVolumes: string[]
  imageHasHealthcheck: boolean
  /** The filter in the form of SecurityOpt. */
  seccomp: string
  mounts: Mount[]
  sysctls: Record<string, string>
  ulimits: Record<string, number>
}

export interface EngineOptions {
  client: EngineClient
  image: string
  hostUsr: boolean
  execPath: string | undefined
}

/** Identifies the engine and checks that it can enforce all limits; throws SANDBOX_UNAVAILABLE when it cannot. */
export async function findEngine({ client, image, hostUsr, execPath }: EngineOptions): Promise<ContainerEngine> {
  const { arch } = process
  if (arch !== 'x64' && arch !== 'arm64') {
    throw unavailable(`there is no system call filter for ${arch}`, 'Run Anneal on x64 or arm64.')
  }
  const { Components = [], Version } = await client.call<EngineVersion>('GET', '/version')
  const isPodman = Components.some(({ Name }) => Name === 'Podman Engine')
  assertLimits(await client.call<EngineInfo>('GET', '/info'))
  const { Id, Config } = await findImage(client, image)
  const profile = seccompProfile(arch)
  return {
    client,
    isPodman,
    version: `${isPodman ? 'Podman' : 'Docker'} ${Version}`,
    imageId: Id,
    imageVolumes: Object.keys(Config?.Volumes ?? {}),
    imageHasHealthcheck: Boolean(Config?.Healthcheck),
    mounts: [...(isPodman ? [await cleanHosts()] : []), ...(hostUsr ? await hostPrograms(execPath) : [])],
    sysctls: isPodman || !(await isThere('/proc/sys/net/ipv6')) ? {} : IPV6_LOOPBACK,
    ulimits: isPodman ? await reachableUlimits() : {},
    seccomp: isPodman ? await profileFile(profile) : JSON.stringify(profile),
  }
}

interface EngineVersion {
  Version: string
  Components?: { Name: string }[]
}

interface EngineInfo {
  MemoryLimit: boolean
  PidsLimit: boolean
  CpuCfsQuota: boolean
}

/** Refuses an engine that lacks a limit: it would take the limit, warn, and run the container without. */
function assertLimits(info: EngineInfo): void {
  const names = { MemoryLimit: 'memory', PidsLimit: 'processes', CpuCfsQuota: 'CPU' } as const
  const missing = Object.entries(names).filter(([field]) => !info[field as keyof EngineInfo])
  if (missing.length === 0) return
  throw unavailable(
    `the container engine cannot limit ${missing.map(([, name]) => name).join(', ')}`,
    'Run the engine as root, or rootless on a host with cgroup v2 and its controllers delegated.',
  )
}

interface EngineImage {
  Id: string
  Config?: { Volumes?: Record<string, object> | null; Healthcheck?: object | null }
}

async function findImage(client: EngineClient, image: string): Promise<EngineImage> {
  if (image === '') throw unavailable('no image is named for containers', `Name one in ${SETTING}: ${GUIDE}.`)
  try {
    return await client.call<EngineImage>('GET', `/images/${image}/json`)
  } catch (error) {
    if (!(error instanceof EngineRefusal && error.status === 404)) throw error
    throw noImage(image)
  }
}

const SETTING = 'ANNEAL_CONTAINER_IMAGE'
const GUIDE = 'docs/guide/providers.md tells what it needs'

const noImage = (image: string) =>
  unavailable(
    `the container engine has no image "${image}"`,
    `Fetch it ("podman pull ${image}" or "docker pull ${image}"), or name another in ${SETTING}: ${GUIDE}.`,
  )

/** Docker turns IPv6 off where there is no network, and ::1 with it. */
const IPV6_LOOPBACK = { 'net.ipv6.conf.all.disable_ipv6': '0', 'net.ipv6.conf.lo.disable_ipv6': '0' }

/**
 * Podman asks for the highest ulimits it knows, which an engine without CAP_SYS_RESOURCE may not set; this number is within its
 * rights.
 */
async function reachableUlimits(): Promise<Record<string, number>> {
  const [, own] = /^Max processes\s+\S+\s+(\d+)/m.exec(await readFile('/proc/self/limits', 'utf8')) ?? []
  return { nproc: Math.min(Number(own ?? MOST_PROCESSES), MOST_PROCESSES) }
}

/** Processes of all sandboxes together, since they are one user of the host: each has its own limit beside. */
const MOST_PROCESSES = 32_768

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )

const unavailable = (reason: string, remedy: string) => new EngineError('SANDBOX_UNAVAILABLE', { reason, remedy })
