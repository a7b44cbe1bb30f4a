import type { Limits } from '../../contract/limits.ts'
import { agentLoader } from '../agent/load-agent.ts'
import { CPU_PERIOD_US, cpuQuotaUs } from '../cgroup/cgroup.ts'
import { type SandboxSpec, VOLUMES, WORKSPACE } from '../sandbox.ts'
import type { ContainerEngine } from './find-engine.ts'

const MEGABYTE = 1_048_576
/** Memory of the agent itself; the rest is the program's. */
const AGENT_BYTES = 24 * MEGABYTE
const USER = 1000
const TMP_BYTES = 64 * MEGABYTE
const SHARED_MEMORY_BYTES = 16 * MEGABYTE
/** Open files of the agent: it has pipes to every process of the sandbox. */
const AGENT_OPEN_FILES = 1024

/** Paths that both engines hide by themselves, and all of /sys but the sandbox's own control group: the rest is the host's. */
const HIDDEN = [
  ...[
    'acpi',
    'asound',
    'cmdline',
    'interrupts',
    'kcore',
    'keys',
    'latency_stats',
    'sched_debug',
    'scsi',
    'timer_list',
  ].map((name) => `/proc/${name}`),
  ...['block', 'bus', 'class', 'dev', 'devices', 'firmware', 'hypervisor', 'kernel', 'module', 'power'].map(
    (name) => `/sys/${name}`,
  ),
  ...['btrfs', 'ext4', 'fuse', 'selinux', 'xfs'].map((name) => `/sys/fs/${name}`),
]

export const LABEL = { server: 'anneal.server', sandbox: 'anneal.box' } as const

export interface ContainerPlan {
  engine: ContainerEngine
  spec: SandboxSpec
  labels: Record<string, string>
  runtime: string | undefined
  /** Replace our own ulimits on hosts where the engine may not raise its own. */
  ulimits: Record<string, number>
}

/** The walls, in the terms of the engine. Settings that an image asks for beside its files are overruled. */
export function containerBody({ engine, spec, labels, runtime, ulimits }: ContainerPlan): object {
  return {
    Image: engine.imageId,
    Entrypoint: ['python3'],
    Cmd: ['-I', '-S', '-c', agentLoader({ input: 0, output: 1 }, 'source')],
    User: `${USER}:${USER}`,
    WorkingDir: WORKSPACE,
    Hostname: 'sandbox',
    Labels: labels,
    // Podman keeps a timer even for this setting, so only an image that needs it gets it.
    ...(engine.imageHasHealthcheck && { Healthcheck: { Test: ['NONE'] } }),
    AttachStdin: true,
    AttachStdout: true,
    AttachStderr: true,
    OpenStdin: true,
    // When the server dies, its stream to the engine ends, the agent reads an end, and the sandbox ends with it.
    StdinOnce: true,
    Tty: false,
    StopSignal: 'SIGKILL',
    StopTimeout: 0,
    HostConfig: {
      ...walls(engine, spec),
      ...resources(spec.limits, { ...engine.ulimits, ...ulimits }),
      ...(runtime && { Runtime: runtime }),
    },
  }
}

function walls(engine: ContainerEngine, { limits, mounts = [] }: SandboxSpec): object {
  return {
    NetworkMode: 'none',
    // Docker would copy the host's name servers; Podman makes no file at all, and refuses these.
    ...(engine.isPodman ? {} : { Dns: ['127.0.0.1'], DnsSearch: ['.'] }),
    Sysctls: engine.sysctls,
    IpcMode: 'private',
    CgroupnsMode: 'private',
    ReadonlyRootfs: true,
    CapDrop: ['ALL'],
    SecurityOpt: [
      'no-new-privileges',
      `seccomp=${engine.seccomp}`,
      ...(engine.isPodman ? [`mask=${HIDDEN.join(':')}`] : []),
    ],
    ...(!engine.isPodman && { MaskedPaths: HIDDEN }),
    Init: false,
    AutoRemove: true,
    // The wire is stdout: a log would keep every byte of it on the disk.
    LogConfig: { Type: 'none' },
    Mounts: [...engine.mounts, ...mounts].map(({ source, target, readOnly }) => ({
      Type: 'bind',
      Source: source,
      Target: target,
      ReadOnly: readOnly,
    })),
    Tmpfs: {
      // Podman mounts writable ones of half the host's memory here; images may ask for others.
      ...Object.fromEntries(['/run', '/var/tmp', ...engine.imageVolumes].map((path) => [path, 'ro,size=64k'])),
      '/tmp': tmpfs(engine, TMP_BYTES, '1777'),
      // The workspace is in memory and of fixed size: the limit needs no quota, and a dead sandbox leaves nothing on the disk.
      [WORKSPACE]: tmpfs(engine, limits.diskMb * MEGABYTE, '0755'),
      [VOLUMES]: tmpfs(engine, limits.diskMb * MEGABYTE, '0755'),
    },
  }
}

/** Options of a file system that may run programs and belongs to the sandbox's user, which Podman spells `U`. */
function tmpfs({ isPodman }: ContainerEngine, bytes: number, mode: string): string {
  const owner = isPodman ? 'U' : `uid=${USER},gid=${USER}`
  return `rw,exec,nosuid,nodev,size=${bytes},mode=${mode},${owner}`
}

function resources(limits: Limits, ulimits: Record<string, number>): object {
  const memory = limits.memoryMb * MEGABYTE + AGENT_BYTES
  const soft = { nofile: Math.max(AGENT_OPEN_FILES, limits.openFiles), core: 0, ...ulimits }
  return {
    Memory: memory,
    // Limits memory and swap together, and so allows no swap at all.
    MemorySwap: memory,
    // Docker refuses a NanoCpus above the host's number of cores, but takes a quota.
    CpuPeriod: CPU_PERIOD_US,
    CpuQuota: cpuQuotaUs(limits.cpuPercent),
    PidsLimit: limits.processes + 1,
    ShmSize: SHARED_MEMORY_BYTES,
    Ulimits: Object.entries(soft).map(([Name, value]) => ({ Name, Soft: value, Hard: value })),
  }
}

/**
 * Limits of each process, beside the container's. There is none on processes: it would count all processes of this user on the
 * host, other sandboxes' too.
 */
export const resourceLimits = (limits: Limits): Record<string, number> => ({
  RLIMIT_CORE: 0,
  RLIMIT_NOFILE: limits.openFiles,
  RLIMIT_FSIZE: limits.diskMb * MEGABYTE,
})
