import { hash } from 'node:crypto'
import { stepByStep } from '../../sandbox/step-by-step.ts'
import type { TreePiece } from '../../sandbox/tree.ts'
import type { CheckpointRow } from '../../store/checkpoint/checkpoint-rows.ts'
import { writeTar } from '../archive/write-tar.ts'
import type { Chunk } from '../state/manifest.ts'
import type { SavedState, States } from '../state/states.ts'
import { CHECKSUM, type CheckpointArchive, DESCRIPTION, FILES, VARIABLES } from './checkpoint-archive.ts'

export interface ExportedCheckpoint {
  checkpoint: Omit<CheckpointRow, 'id' | 'userId' | 'sessionId' | 'stateId' | 'kind'>
  state: SavedState
  states: States
}

/** Writes a whole checkpoint as one file that needs nothing else. Its owner is not in it. */
export function exportCheckpoint(exported: ExportedCheckpoint): AsyncIterable<Uint8Array> {
  return writeTar(piecesOf(exported), { compression: 'zstd' })
}

async function* piecesOf({ checkpoint, state, states }: ExportedCheckpoint): AsyncGenerator<TreePiece> {
  const modifiedMs = checkpoint.createdAt
  const text = await description(checkpoint, state)
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

/** Written file by file, since there may be many. */
async function description(checkpoint: ExportedCheckpoint['checkpoint'], { manifest }: SavedState): Promise<Buffer> {
  const { conversation, label, createdAt, executions, lost, settings, variables } = checkpoint
  const outline: Omit<CheckpointArchive, 'files'> = {
    format: 'anneal-checkpoint-1',
    checkpoint: { conversation, label, createdAt, executions, lost, settings, variables },
    interpreters: manifest.kernels.map(({ chunks, ...kernel }) => ({ ...kernel, hashes: hashesOf(chunks) })),
  }
  const lines: string[] = []
  await stepByStep(manifest.entries, ({ chunks, ...entry }) => {
    const file: CheckpointArchive['files'][number] = { ...entry, ...(chunks && { hashes: hashesOf(chunks) }) }
    lines.push(JSON.stringify(file))
  })
  return Buffer.from(`${JSON.stringify(outline, undefined, 1).slice(0, -2)},\n "files": [\n${lines.join(',\n')}\n ]\n}`)
}

const hashesOf = (chunks: readonly Chunk[]) => chunks.map((chunk) => chunk.hash)
