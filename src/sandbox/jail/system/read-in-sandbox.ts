import { EngineError } from '../../../contract/errors.ts'
import { archiveBy } from '../../agent/snapshot.ts'
import { type Filling, SOURCES } from './fill-in-sandbox.ts'

const COMMAND = [
  '/usr/bin/tar',
  '-C',
  SOURCES,
  '--xattrs',
  '--xattrs-include=user.*',
  '--numeric-owner',
  '-cf',
  '-',
  '.',
]

/** Reads a layer as the archive that makes the same one again: owners as sandboxes know them, and signs for removed entries. */
export async function* readInSandbox(
  parts: Pick<Filling, 'provider' | 'limits'> & { source: string },
): AsyncGenerator<Uint8Array> {
  const { provider, limits, source } = parts
  const mounts = [{ source, target: SOURCES, readOnly: true }]
  const control = await provider.create({ limits, mounts, system: { layers: [] } }, new AbortController().signal)
  try {
    yield* archiveBy(async (onOutput) => {
      const tar = await control.sandbox.start(COMMAND, { user: 'root', cwd: '/' })
      tar.onOutput(onOutput)
      return tar
    })
  } catch (error) {
    if (!(error instanceof EngineError)) throw error
    throw new EngineError('STORE_DAMAGED', { where: source, reason: error.message }, { cause: error })
  } finally {
    await control.destroy()
  }
}
