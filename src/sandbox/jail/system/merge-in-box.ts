import { readFile } from 'node:fs/promises'
import { EngineError } from '../../../contract/errors.ts'
import type { Limits } from '../../../contract/limits.ts'
import type { SandboxProvider } from '../../sandbox.ts'

export interface Merge {
  provider: Pick<SandboxProvider, 'create'>
  limits: Limits
  /** Directories of the host, the lowest first. */
  sources: string[]
  /** Another one, empty. */
  target: string
}

const PROGRAM = new URL('./merge-layers.py', import.meta.url)
const [LAYERS, TARGET] = ['/layers', '/layer']

/** Makes one layer of several. A box does it, like all that touches names which boxes have chosen. */
export async function mergeInBox({ provider, limits, sources, target }: Merge): Promise<void> {
  const mounts = [
    ...sources.map((source, n) => ({ source, target: `${LAYERS}/${n}`, readOnly: true })),
    { source: target, target: TARGET, readOnly: false },
  ]
  const control = await provider.create({ limits, mounts, system: { layers: [] } }, new AbortController().signal)
  try {
    const program = await readFile(PROGRAM, 'utf8')
    const command = ['/usr/bin/python3', '-c', program, LAYERS, TARGET, String(sources.length)]
    const merging = await control.sandbox.start(command, { user: 'root', cwd: '/' })
    let complaint = ''
    merging.onOutput(({ bytes }) => {
      if (complaint.length < 2000) complaint += Buffer.from(bytes).toString()
    })
    const { exitCode } = await merging.exited
    if (exitCode !== 0) throw new EngineError('SANDBOX_FULL', { path: complaint.trim() || 'a layer' })
  } finally {
    await control.destroy()
  }
}
