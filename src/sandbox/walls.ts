import { EngineError } from '../contract/errors.ts'
import { howToDelegate } from './cgroup/how-to-delegate.ts'
import type { LimitsKind, OutputChunk, Probe, Sandbox, SandboxProvider, SystemSpec } from './sandbox.ts'

/**
 * Reports the walls from inside the sandbox; the lines are compared below, one by one. bash does it alone where it can: every start
 * waits for the report, and a dozen programs would take longer than the program that is waited for.
 */
const LOOK_AROUND = `
while read -r line; do
  case $line in NoNewPrivs:*|Seccomp:*|CapEff:*|CapBnd:*|Uid:*) echo "$line";; esac
done < /proc/self/status
echo "kernel: $(uname -rv)"
{ read -r; read -r; names=; while IFS=: read -r name counts; do names+="\${name// /} "; done; } < /proc/net/dev
echo "interfaces: $names"
processes=(/proc/[0-9]*); echo "processes: \${#processes[@]}"
writable=0
for path in /usr/anneal /anneal /dev/anneal; do : > "$path"; [ -e "$path" ] && writable=$((writable + 1)); done 2>/dev/null
echo "root writable: $writable"
`
/** bash, its subshells and the agent: more would mean that the host's processes show. */
const MOST_PROCESSES = 6

export type Wall = [name: string, holds: (report: string) => boolean]

/** Walls of every sandbox on this host, behind its own kernel or gVisor's. */
export const COMMON_WALLS: Wall[] = [
  ['system call filter', (report) => /^Seccomp:\s+2$/m.test(report)],
  ['no capabilities', (report) => /^CapEff:\s+0{16}$/m.test(report) && /^CapBnd:\s+0{16}$/m.test(report)],
  ['unprivileged user', (report) => /^Uid:\s+1000\s+1000\s+1000\s+1000$/m.test(report)],
  ['no network', (report) => /^interfaces: lo $/m.test(report)],
  ['own processes only', (report) => Number(/^processes: (\d+)$/m.exec(report)?.[1] ?? 999) <= MOST_PROCESSES],
  ['read-only root', (report) => /^root writable: 0$/m.test(report)],
]

/** Walls of a sandbox that runs on the host's own kernel. */
const WALLS: Wall[] = [['no new privileges', (report) => /^NoNewPrivs:\s+1$/m.test(report)], ...COMMON_WALLS]

/** Enough for a program that looks around. */
export const PROBE_LIMITS = {
  timeoutMs: 10_000,
  memoryMb: 64,
  cpuPercent: 100,
  processes: 32,
  openFiles: 256,
  outputBytes: 10_000,
  diskMb: 1,
}

export interface WallProbe {
  provider: SandboxProvider
  walls: Wall[]
  /** Maker of the walls, named in the report. */
  builtBy: string
  /** The system to make, where the sandbox is a whole system. */
  system?: SystemSpec
  signal: AbortSignal
}

export const probeWalls = (provider: SandboxProvider, builtBy: string, signal: AbortSignal): Promise<Probe> =>
  probeSandbox({ provider, walls: WALLS, builtBy, signal })

/** Walls of a system, for its ordinary user; its root has rights over the system's own files alone. */
const SYSTEM_WALLS: Wall[] = WALLS.map(([name, holds]) =>
  name === 'no capabilities'
    ? [
        'no capabilities of its user',
        (report) => /^CapEff:\s+0{16}$/m.test(report) && /^CapBnd:\s+0{8}a80005ff$/m.test(report),
      ]
    : [name, holds],
)

/** Makes a real system, as the sandboxes of E2B's API are, and checks its walls from inside. */
export async function probeSystem(provider: SandboxProvider, users: string, signal: AbortSignal): Promise<Probe> {
  const probe = await probeSandbox({ provider, walls: SYSTEM_WALLS, builtBy: users, system: { layers: [] }, signal })
  return probe.ok ? { ...probe, detail: `their users are ${users}; one was made, and every wall stands` } : probe
}

/** Words for the kinds that `limitsBy` of a result names. */
const HOLDERS: Record<LimitsKind, string> = {
  'cgroup-v2': 'a control group (cgroup-v2)',
  'cgroup-v1': 'control groups (cgroup-v1)',
  container: 'the container',
  rlimits:
    'each process, and by the agent for the memory of all (rlimits); this server has no control group of its own',
}

/** The agent looks at the memory of all processes now and then; between two looks they can take more. */
const weaker = () =>
  ({
    kind: 'weaker',
    remedy: `Memory is not held by the kernel for a whole sandbox. ${howToDelegate()}`,
  }) as const

/** Makes a real sandbox and checks from inside whether its walls stand. */
export async function probeSandbox({ provider, walls, builtBy, system, signal }: WallProbe): Promise<Probe> {
  let report: string
  let limitsBy: LimitsKind
  try {
    const control = await provider.create({ limits: PROBE_LIMITS, ...(system && { system }) }, signal)
    limitsBy = control.limitsBy
    try {
      report = await lookAround(control.sandbox)
    } finally {
      await control.destroy()
    }
  } catch (error) {
    if (!(error instanceof EngineError)) throw error
    return { ok: false, detail: error.message, remedy: error.hint }
  }
  const fallen = fallenWalls(report, walls)
  const standing = walls.map(([name]) => name).join(', ')
  const detail = `${builtBy}; ${standing}; limits held by ${HOLDERS[limitsBy]}`
  if (fallen.length === 0) return { ok: true, detail, ...(limitsBy === 'rlimits' && !system && weaker()) }
  return { ok: false, detail: tellFallen(fallen), remedy: REMEDY }
}

const REMEDY = 'Do not run untrusted code here; report this with the output of "anneal doctor --json".'
const tellFallen = (fallen: string[]) => `a sandbox was made, but these walls do not stand: ${fallen.join(', ')}`

/**
 * For a process that runs one program: the look is taken inside of the program's own sandbox, before the program starts, instead of in
 * a sandbox that is made for the look alone. The result of the first look stands for all later ones.
 */
export function lookedAt(provider: SandboxProvider): SandboxProvider {
  let stood = false
  return {
    ...provider,
    async create(spec, signal) {
      const control = await provider.create(spec, signal)
      if (stood) return control
      try {
        const fallen = fallenWalls(await lookAround(control.sandbox), WALLS)
        if (fallen.length > 0)
          throw new EngineError('SANDBOX_UNAVAILABLE', { reason: tellFallen(fallen), remedy: REMEDY })
        stood = true
        return control
      } catch (error) {
        await control.destroy()
        throw error
      }
    },
  }
}

/** The sandbox may have limits that leave no room for the report. */
const LOOK = { outputBytes: PROBE_LIMITS.outputBytes, timeoutMs: PROBE_LIMITS.timeoutMs }

async function lookAround(sandbox: Sandbox): Promise<string> {
  const chunks: Uint8Array[] = []
  const onOutput = ({ bytes }: OutputChunk) => void chunks.push(Buffer.from(bytes))
  await sandbox.exec(['/usr/bin/bash', '-c', LOOK_AROUND], { onOutput, ...LOOK })
  return Buffer.concat(chunks).toString()
}

export const fallenWalls = (report: string, walls: Wall[]): string[] =>
  walls.filter(([, holds]) => !holds(report)).map(([name]) => name)
