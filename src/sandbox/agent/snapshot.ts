import { EngineError } from '../../contract/errors.ts'
import type { Process } from '../process.ts'
import { WORKSPACE } from '../sandbox.ts'
import { startProcess } from './agent-process.ts'
import type { Link } from './link.ts'

/** Time within which a sandbox can send all that it holds. Its tar may be a program of its own, which never ends. */
const MOST_MS = 600_000
const MOST_COMPLAINT = 2000
const WORKSPACE_ARCHIVE = ['/usr/bin/tar', '-C', WORKSPACE, '-cf', '-', '.']

/** The workspace as a tar archive. */
export const snapshotOf = (link: Link): AsyncGenerator<Uint8Array> =>
  archiveBy((onOutput) => startProcess(link, WORKSPACE_ARCHIVE, { onOutput }))

/** The changes written in a system above its layers, as a tar archive; the agent knows where they lie and how to read them. */
export const changesOf = (link: Link): AsyncGenerator<Uint8Array> =>
  archiveBy((onOutput) => startProcess(link, ['tar'], { changes: true, onOutput }))

type Listener = Parameters<Process['onOutput']>[0]
type Tar = Pick<Process, 'exited' | 'signal'> & { release?(): void }

/** Reads the archive that a tar inside a sandbox writes: no name in it is ever looked up on the host. */
export async function* archiveBy(start: (onOutput: Listener) => Promise<Tar>): AsyncGenerator<Uint8Array> {
  const arrived: { bytes: Uint8Array; taken: () => void }[] = []
  let wake: () => void = () => {}
  let complaint = ''
  const tar = await start(({ stream, bytes }) => {
    if (stream === 'stderr') {
      if (complaint.length < MOST_COMPLAINT) complaint += Buffer.from(bytes).toString()
      return undefined
    }
    return new Promise<void>((taken) => {
      arrived.push({ bytes, taken })
      wake()
    })
  })
  let exit: Awaited<typeof tar.exited> | undefined
  let isLate = false
  const deadline = setTimeout(() => {
    isLate = true
    wake()
  }, MOST_MS)
  void tar.exited.then((end) => {
    exit = end
    wake()
  })
  try {
    while (true) {
      if (isLate) throw refused(`tar has not ended after ${MOST_MS / 60_000} minutes`)
      const next = arrived.shift()
      if (next) {
        yield next.bytes
        next.taken()
      } else if (exit) break
      else {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    }
    if (exit.exitCode !== 0) throw refused(complaint.trim() || 'tar failed')
  } finally {
    clearTimeout(deadline)
    // Not awaited: a sandbox that is too busy to send its files may be too busy to answer this.
    if (!exit) void tar.signal('SIGKILL').catch(() => {})
    tar.release?.()
  }
}

const refused = (reason: string) => new EngineError('PATH_REFUSED', { path: WORKSPACE, reason })
