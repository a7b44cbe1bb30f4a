import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import type { BenchSection } from '../contract/bench.ts'
import type { Parts } from './open-parts.ts'
import { takeTurns, timed, type Way } from './take-turns.ts'

const run = promisify(execFile)
const FILES = 1000
const CHANGED = 10
const FILE_BYTES = 8192
const OWNER = { userId: 'bench' }

/** Measures a lasting checkpoint of a workspace in which few files have changed, against packing up all of it. */
export async function* measureCheckpoint(parts: Parts, rounds: number): AsyncGenerator<BenchSection> {
  const { engine, missing, signal } = parts
  const directory = await mkdtemp(join(tmpdir(), 'anneal-bench-tree-'))
  const { id } = await engine.sessions.create({}, OWNER.userId)
  try {
    await engine.sessions.change(id, OWNER, async ({ live }) => {
      for (const path of paths()) await live.sandbox.files.write(path, contentOf(path))
    })
    for (const path of paths()) {
      await mkdir(dirname(join(directory, 'tree', path)), { recursive: true })
      await writeFile(join(directory, 'tree', path), contentOf(path))
    }
    const against = 'tar | zstd of all'
    const packed: Way = { name: against, once: () => timed(() => packOnce(directory)) }
    const hasTools = await packed.once().then(
      () => true,
      () => false,
    )
    if (!hasTools) missing.push({ what: against, reason: 'tar or zstd is not there' })
    const ways = [...(hasTools ? [packed] : []), { name: 'checkpoint', once: () => checkpointOnce(parts, id) }]
    const rows = await takeTurns({ ways, rounds, budgetMs: 20_000, against, signal })
    yield { id: 'state', title: `Checkpoint: ${FILES} files, ${CHANGED} of them changed`, against, rows }
  } finally {
    await engine.sessions.remove(id, OWNER.userId)
    await rm(directory, { recursive: true, force: true })
  }
}

/** Measures one checkpoint; the files are changed without being saved, since the saving is measured. */
async function checkpointOnce({ engine: { sessions } }: Parts, id: string): Promise<number> {
  await sessions.use(id, OWNER, async ({ live }) => {
    for (const path of [...paths()].slice(0, CHANGED)) await live.sandbox.files.write(path, contentOf(path))
  })
  let made = ''
  const tookMs = await timed(async () => {
    made = (await sessions.checkpoints.create(id, OWNER)).id
  })
  await sessions.checkpoints.remove(made, OWNER.userId)
  return tookMs
}

/** Packs the tree, and syncs it to the disk, as a checkpoint is. */
async function packOnce(directory: string): Promise<void> {
  const script = 'set -o pipefail; tar -cf - -C "$1/tree" . | zstd -q -f -o "$1/packed"; sync "$1/packed"'
  await run('bash', ['-c', script, 'pack', directory])
}

function* paths(): Generator<string> {
  for (let n = 0; n < FILES; n++) yield `part-${n % 20}/file-${n}.txt`
}

/** Content of a file; half of it is new each time, as in edited text. */
const contentOf = (path: string): Buffer =>
  Buffer.from(randomBytes(FILE_BYTES / 4).toString('hex') + path.padEnd(FILE_BYTES / 2, '.'))
