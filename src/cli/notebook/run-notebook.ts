import type { RunEvent } from '../../contract/event.ts'
import type { RunOptions } from '../../contract/run-options.ts'
import type { Client } from '../../sdk/sdk.ts'
import { type RequestFlags, readFiles } from '../command/run-request.ts'
import { watchRun } from '../command/watch-run.ts'
import { EXIT, exitCodeOfSignal } from '../exit-code.ts'
import type { Host } from '../host.ts'
import { readText } from '../read-file.ts'
import { createCellView } from '../shell/cell-view.ts'
import { countText } from '../text/count-text.ts'
import { createJsonView } from '../text/json-view.ts'
import { createPaint } from '../text/screen.ts'
import { createCellOutputs } from './cell-outputs.ts'
import { linesOf, type NotebookCell, readNotebook, sourceOf } from './notebook.ts'
import { writeNotebook } from './write-notebook.ts'

export interface NotebookFlags extends RequestFlags {
  json?: boolean
  quiet?: boolean
  strict?: boolean
  output?: string
  continue?: boolean
}

export interface NotebookCall {
  host: Host
  client: Client
  path: string
  flags: NotebookFlags
  /** Options of each cell's run. */
  options: RunOptions
}

const STOPPED: number[] = Object.values(exitCodeOfSignal)

/**
 * Runs the code cells of a notebook in order, in one session, and writes it back with their outputs: also after a cell that
 * failed, and after Ctrl-C. Outputs of an earlier run go first, so that all outputs are of one run; a notebook of which no cell
 * could be run keeps them. Gives the exit code.
 */
export async function runNotebook({ host: given, client, path, flags, options }: NotebookCall): Promise<number> {
  const target = flags.output ?? path
  // Standard output is the notebook then, and nothing else.
  const host = target === '-' ? { ...given, stdout: given.stderr } : given
  const notebook = readNotebook(await readText(path, host), path)
  const laid = {
    ...(flags.file && { files: await readFiles(flags.file, host) }),
    ...(flags.package && { packages: flags.package }),
  }
  const { network, limits, ...each } = options
  const cells = notebook.cells.filter(({ cell_type }) => cell_type === 'code')
  const work = cells.filter((cell) => sourceOf(cell).trim() !== '')
  const own = flags.session ?? (await client.sessions.create({ network, limits })).id
  for (const cell of cells) Object.assign(cell, { execution_count: null, outputs: [] })
  const language = flags.language ?? notebook.language
  const told = teller(host, flags)
  let worst: number = EXIT.ok
  try {
    for (const [at, cell] of work.entries()) {
      await told(`cell ${at + 1} of ${work.length}`)
      const request = {
        code: sourceOf(cell),
        language,
        session: own,
        options: each,
        ...(at === 0 && laid),
      }
      const came = await runCell({ host, client, flags, cell, count: at + 1, request })
      if (came.change)
        await told(`cell ${at + 1} was corrected: ${came.change}; its own text is in its metadata`, 'yellow')
      if (came.exitCode !== EXIT.ok) worst = came.exitCode
      if (STOPPED.includes(came.exitCode) || (came.exitCode !== EXIT.ok && !flags.continue)) break
    }
  } finally {
    if (work.length === 0 || work.some(hasRun)) await writeNotebook(given, target, notebook.write())
    if (flags.session === undefined) await client.sessions.remove(own)
  }
  const ran = work.filter(hasRun).length
  if (target !== '-') await told(`${countText(ran, 'cell')} of ${work.length} ran; their outputs are in ${target}`)
  return worst
}

const hasRun = ({ execution_count }: NotebookCell): boolean => execution_count !== null

interface CellRun extends Pick<NotebookCall, 'host' | 'client' | 'flags'> {
  cell: NotebookCell
  count: number
  request: Parameters<Client['stream']>[0]
}

/** Runs one cell and lays its outputs into it. A corrected text replaces the cell's own, which goes to its metadata. */
async function runCell({ host, client, flags, cell, count, request }: CellRun) {
  const outputs = createCellOutputs(count)
  const inner = flags.json ? createJsonView(host) : createCellView(host)
  let change: string | undefined
  let finalCode: string | undefined
  const show = async (event: RunEvent) => {
    outputs.take(event)
    if (event.type === 'attempt.start' && event.strategy) change = event.why ?? event.strategy
    if (event.type === 'run.end' && event.outcome === 'ok') finalCode = event.finalCode
    // A session of its own is not kept, so nobody needs to know about its state.
    if (event.type !== 'state.settled' || flags.session !== undefined) await inner.show(event)
  }
  const exitCode = await watchRun({
    ...{ host, client, cancels: true, isStrict: flags.strict, view: { ...inner, show } },
    events: (signal) => client.stream(request, { signal }),
  })
  Object.assign(cell, { execution_count: count, outputs: outputs.all() })
  const original = sourceOf(cell)
  if (finalCode === undefined || finalCode === original || change === undefined) return { exitCode }
  cell.source = linesOf(finalCode)
  cell.metadata = { ...cell.metadata, anneal: { corrected: change, original: linesOf(original) } }
  return { exitCode, change }
}

/** Says where the work stands, unless only the outputs are wanted. */
function teller(host: Host, { quiet, json }: NotebookFlags) {
  const paint = createPaint(host.stderr)
  return async (text: string, colour: 'dim' | 'yellow' = 'dim') => {
    if (!quiet && !json) await host.stderr.write(`${paint(colour, `── ${text}`)}\n`)
  }
}
