import type { Client } from '../src/sdk/sdk.ts'

/** The content of a session and its volume, in the order that `LOOK` prints it in. */
export interface Kept {
  session: { count: number; files: Record<string, string>; note: unknown }
  volume: Record<string, string>
}

/** Belongings of one client, beside the state itself. */
export interface Held {
  client: Client
  /** Id of its session. */
  id: string
  /** Name of its volume. */
  name: string
  checkpoints: { checkpointId: string; session: Kept['session'] }[]
  runIds: string[]
  onWriting(change: 1 | -1): void
}

type Run = (code: string) => Promise<{ outcome: string | null; runId: string }>

export interface Deed {
  name: string
  /** The content after the deed. */
  after(kept: Kept, held: Held): Kept
  /**
   * `failed` for a deed that must have left nothing behind; `unclear` for an unknown outcome. Throws when it was not answered.
   */
  run(held: Held, kept: Kept, run: Run): Promise<'done' | 'failed' | 'unclear'>
}

export const START = 'count = 0; note = None'
export const LOOK = `
import json, os
def read(root):
    return {name: open(os.path.join(root, name)).read() for name in sorted(os.listdir(root))}
session = {'count': count, 'files': read('/workspace'), 'note': note}
volumes = [read('/volumes/' + name) for name in os.listdir('/volumes')]
print(json.dumps({'session': session, 'volume': volumes[0]}))
del read, session, volumes
`
/** Files are written over and over: their number stays, their content changes. */
const FILES = 20

const withFiles = (files: Record<string, string>, more: Record<string, string>) =>
  Object.fromEntries(Object.entries({ ...files, ...more }).sort(([a], [b]) => (a < b ? -1 : 1)))
const withSession = (kept: Kept, change: Partial<Kept['session']>): Kept => ({
  ...kept,
  session: { ...kept.session, ...change },
})
const next = ({ session }: Kept) => session.count + 1

/** Writes variables, two files and a volume in one cell: half of it would be seen. */
const cell: Deed = {
  name: 'cell',
  after: (kept) => ({
    session: {
      ...kept.session,
      count: next(kept),
      files: withFiles(kept.session.files, {
        [`cell-${next(kept) % FILES}`]: `${next(kept)},`.repeat(20),
        both: `${next(kept)}`,
      }),
    },
    volume: withFiles(kept.volume, { cell: `${next(kept)}` }),
  }),
  async run({ name, runIds }, _, run) {
    const { outcome, runId } = await run(
      `count += 1\nopen(f"cell-{count % ${FILES}}", "w").write(f"{count}," * 20)\nopen("both", "w").write(str(count))\n` +
        `open("/volumes/${name}/cell", "w").write(str(count))`,
    )
    if (outcome === 'ok') runIds.push(runId)
    return endingOf(outcome, 'ok')
  },
}

const failure: Deed = {
  name: 'cell that fails',
  after: (kept) => kept,
  run: async ({ name }, _, run) =>
    endingOf(
      (
        await run(
          `count = -1; note = "bad"; open("bad", "w").write("bad"); open("/volumes/${name}/bad", "w").write("bad")\n1 / 0`,
        )
      ).outcome,
      'failed',
    ),
}

const file: Deed = {
  name: 'file',
  after: (kept) => withSession(kept, { files: withFiles(kept.session.files, contentOf(kept)) }),
  async run({ client, id }, kept) {
    for (const [path, content] of Object.entries(contentOf(kept))) {
      await client.sessions.files.save(id, { path, content: Buffer.from(content) })
    }
    return 'done'
  },
}

const contentOf = (kept: Kept) => ({
  [`put-${next(kept) % FILES}`]: `${next(kept)}${kept.session.files.both ?? ''};`.repeat(20),
})

const variable: Deed = {
  name: 'variable',
  after: (kept) => withSession(kept, { note: [`note ${next(kept)}`, kept.session.count] }),
  async run({ client, id }, kept) {
    const value = [`note ${next(kept)}`, kept.session.count]
    await client.sessions.variables.set(id, { name: 'note', language: 'python', value })
    return 'done'
  },
}

const volume: Deed = {
  name: 'volume file',
  after: (kept) => ({ ...kept, volume: withFiles(kept.volume, { put: `${next(kept)}` }) }),
  async run({ client, name }, kept) {
    await client.volumes.save(name, { path: 'put', content: Buffer.from(`${next(kept)}`) })
    return 'done'
  },
}

const checkpoint: Deed = {
  name: 'checkpoint',
  after: (kept) => kept,
  async run({ client, id, checkpoints, onWriting }, { session }) {
    onWriting(1)
    try {
      checkpoints.push({ checkpointId: (await client.checkpoints.create(id)).id, session })
    } finally {
      onWriting(-1)
    }
    return 'done'
  },
}

const restore: Deed = {
  name: 'restore',
  after: (kept, { checkpoints }) => ({ ...kept, session: checkpoints.at(-1)?.session ?? kept.session }),
  async run({ client, checkpoints }) {
    const last = checkpoints.at(-1)
    if (last) await client.checkpoints.restore(last.checkpointId)
    return 'done'
  },
}

/**
 * The ending of a deed: another outcome than the wanted one means a kill on the way; only an error of the engine's own leaves
 * it open.
 */
function endingOf(outcome: string | null, wanted: string): 'done' | 'failed' | 'unclear' {
  if (outcome === wanted) return 'done'
  return outcome === 'failed' || outcome === 'cancelled' ? 'failed' : 'unclear'
}

/** Each deed comes as often as it is named. */
export const DEEDS: readonly Deed[] = [cell, cell, cell, failure, file, variable, volume, checkpoint, restore]
