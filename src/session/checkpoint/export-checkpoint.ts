import { hash } from 'node:crypto'
import type { TreePiece } from '../../sandbox/tree.ts'
import type { CheckpointRow } from '../../store/session-store.ts'
import { writeTar } from '../archive/write-tar.ts'
import type { Chunk } from '../state/manifest.ts'
import type { SavedState, States } from '../state/states.ts'
import { CHECKSUM, type CheckpointArchive, DESCRIPTION, FILES, VARIABLES } from './checkpoint-archive.ts'

export interface ExportedCheckpoint {
  checkpoint: Omit<CheckpointRow, 'id' | 'userId' | 'sessionId' | 'stateId' | 'kind'>
  state: SavedState
  states: States
}

/** A checkpoint whole, as one file that needs nothing else. Who it belonged to is not in it. */
export function exportCheckpoint(exported: ExportedCheckpoint): AsyncIterable<Uint8Array> {
  return writeTar(piecesOf(exported), { compression: 'zstd' })
}

async function* piecesOf({ checkpoint, state, states }: ExportedCheckpoint): AsyncGenerator<TreePiece> {
  const modifiedMs = checkpoint.createdAt
  const text = Buffer.from(JSON.stringify(describe(checkpoint, state), undefined, 1))
  yield* file({ path: DESCRIPTION, modifiedMs }, text)
  yield* file({ path: CHECKSUM, modifiedMs }, Buffer.from(`${hash('sha256', text)}  ${DESCRIPTION}\n`))
  for (const { language, size, chunks } of state.manifest.kernels) {
    yield { entry: { path: `${VARIABLES}/${language}.bin`, type: 'file', mode: 0o600, size, modifiedMs } }
    for await (const bytes of states.content(state, chunks)) yield { bytes }
  }
  for await (const piece of states.tree(state)) {
    yield 'entry' in piece ? { entry: { ...piece.entry, path: `${FILES}/${piece.entry.path}` } } : piece
  }
}

function* file({ path, modifiedMs }: { path: string; modifiedMs: number }, bytes: Buffer): Generator<TreePiece> {
  yield { entry: { path, type: 'file', mode: 0o600, size: bytes.length, modifiedMs } }
  yield { bytes }
}

function describe(checkpoint: ExportedCheckpoint['checkpoint'], { manifest }: SavedState): CheckpointArchive {
  const { conversation, label, createdAt, executions, lost, settings, variables } = checkpoint
  return {
    format: 'anneal-checkpoint-1',
    checkpoint: { conversation, label, createdAt, executions, lost, settings, variables },
    interpreters: manifest.kernels.map(({ chunks, ...kernel }) => ({ ...kernel, hashes: hashesOf(chunks) })),
    files: manifest.entries.map(({ chunks, ...entry }) => ({ ...entry, ...(chunks && { hashes: hashesOf(chunks) }) })),
  }
}

const hashesOf = (chunks: readonly Chunk[]) => chunks.map((chunk) => chunk.hash)
