import { EngineError } from '../../contract/errors.ts'
import { WORKSPACE } from '../sandbox.ts'
import { startProcess } from './agent-process.ts'
import type { Link } from './link.ts'

/** The workspace as a tar archive. It is written inside the box: no name in it is ever looked up on the host. */
export async function* snapshotOf(link: Link): AsyncGenerator<Uint8Array> {
  const arrived: { bytes: Uint8Array; taken: () => void }[] = []
  let wake: () => void = () => {}
  let complaint = ''
  const tar = await startProcess(link, ['/usr/bin/tar', '-C', WORKSPACE, '-cf', '-', '.'], {
    onOutput: ({ stream, bytes }) => {
      if (stream === 'stderr') {
        complaint += Buffer.from(bytes).toString()
        return undefined
      }
      return new Promise<void>((taken) => {
        arrived.push({ bytes, taken })
        wake()
      })
    },
  })
  let exit: Awaited<typeof tar.exited> | undefined
  void tar.exited.then((end) => {
    exit = end
    wake()
  })
  try {
    while (true) {
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
    if (exit.exitCode !== 0)
      throw new EngineError('PATH_REFUSED', { path: WORKSPACE, reason: complaint.trim() || 'tar failed' })
  } finally {
    if (!exit) await tar.signal('SIGKILL').catch(() => {})
    tar.release()
  }
}
