import { EngineError } from '../../contract/errors.ts'
import type { OutputChunk, Probe, SandboxProvider } from '../sandbox.ts'
import { fallenWalls, PROBE_LIMITS, type Wall } from '../walls.ts'

/** Walls of every sandbox of this provider, no matter how the server builds its sandboxes. */
export const OWN_WALLS: Wall[] = [
  ['no new privileges', (report) => /^NoNewPrivs:\s+1$/m.test(report)],
  ['no capabilities', (report) => /^CapEff:\s+0{16}$/m.test(report) && /^CapBnd:\s+0{16}$/m.test(report)],
  ['unprivileged user', (report) => /^Uid:\s+([1-9]\d*)\s+\1\s+\1\s+\1$/m.test(report)],
  ['no way out', (report) => /^way out: no$/m.test(report)],
]

/** Walls that the server may have built around the whole sandbox; reported, but not required. */
const WALLS_OF_THE_SERVER: Wall[] = [
  ['system call filter', (report) => /^Seccomp:\s+2$/m.test(report)],
  ['no network interface', (report) => /^interfaces: lo $/m.test(report)],
]

const LOOK_AROUND = `
grep -E '^(NoNewPrivs|Seccomp|CapEff|CapBnd|Uid):' /proc/self/status
echo "interfaces: $(tail -n +3 /proc/net/dev | cut -d: -f1 | tr -d ' ' | tr '\\n' ' ')"
out=no
for place in 1.1.1.1/443 8.8.8.8/53; do timeout 2 bash -c "exec 3<>/dev/tcp/$place" 2>/dev/null && out=yes; done
echo "way out: $out"
`
/** A sandbox of another server answers later. */
const LIMITS = { ...PROBE_LIMITS, timeoutMs: 20_000 }

/** Makes a real sandbox and checks from inside which walls stand. */
export async function probeRemote(provider: SandboxProvider, place: string, signal: AbortSignal): Promise<Probe> {
  try {
    return judge(await lookAround(provider, signal), place)
  } catch (error) {
    if (!(error instanceof EngineError)) throw error
    return { ok: false, detail: error.message, remedy: error.hint }
  }
}

async function lookAround(provider: SandboxProvider, signal: AbortSignal): Promise<string> {
  const chunks: Uint8Array[] = []
  const control = await provider.create({ limits: LIMITS }, signal)
  try {
    const onOutput = ({ bytes }: OutputChunk) => void chunks.push(Buffer.from(bytes))
    await control.sandbox.exec(['bash', '-c', LOOK_AROUND], { onOutput })
  } finally {
    await control.destroy()
  }
  return Buffer.concat(chunks).toString()
}

export function judge(report: string, place: string): Probe {
  const fallen = fallenWalls(report, OWN_WALLS)
  if (fallen.length > 0)
    return {
      ok: false,
      detail: `${place} made a sandbox, but these walls do not stand in it: ${fallen.join(', ')}`,
      remedy: 'Do not run untrusted code there; see docs/guide/providers.md for what the template must have.',
    }
  const missing = fallenWalls(report, WALLS_OF_THE_SERVER)
  const seen = WALLS_OF_THE_SERVER.map(([name]) => name).filter((name) => !missing.includes(name))
  const own = OWN_WALLS.map(([name]) => name).join(', ')
  return {
    ok: true,
    detail: `sandboxes of ${place}; ${own}; walls of that server that show: ${seen.join(', ') || 'none'}; limits of disk and processor are that server's`,
  }
}
