import { EngineError } from '../contract/errors.ts'
import type { EventOf } from '../contract/event.ts'
import type { FilePlace } from '../contract/run-file.ts'
import type { Blobs } from '../store/blob/blobs.ts'
import type { RunRow } from '../store/run/run-rows.ts'
import type { Store } from '../store/store.ts'

export type WantedFile = FilePlace & { path: string }

export interface OpenedFile {
  bytes: Uint8Array
  /** SHA-256 of the bytes. */
  tag: string
}

export interface FileParts {
  store: Store
  blobs: Pick<Blobs, 'get'>
  /** The row of the run; throws RUN_NOT_FOUND. */
  row(): Promise<RunRow>
}

/** Reads a file of a run. Without a place it is the one of the last attempt that wrote anything in the last block with it. */
export async function openRunFile({ store, blobs, row }: FileParts, wanted: WantedFile): Promise<OpenedFile> {
  const { runId } = await row()
  const written = (await store.events.readType(runId, 'file.written')) as EventOf<'file.written'>[]
  // Those of a turn that an engine did not finish are void.
  const begunAt = (await store.events.readType(runId, 'run.resumed')).at(-1)?.seq ?? 0
  const files = written.filter(({ seq }) => seq > begunAt)
  const last = (block: number) => Math.max(...files.filter((file) => file.block === block).map((file) => file.attempt))
  const found = files
    .filter(({ path, block }) => path === wanted.path && (wanted.block ?? block) === block)
    .filter(({ block, attempt }) => attempt === (wanted.attempt ?? last(block)))
    .toSorted((one, other) => one.block - other.block)
    .at(-1)
  if (!found) throw new EngineError('PATH_NOT_FOUND', { path: wanted.path, where: `run ${runId}` })
  try {
    return { bytes: await blobs.get(found.blob), tag: found.blob }
  } finally {
    // A run that is deleted while its file is read does not exist.
    await row()
  }
}
