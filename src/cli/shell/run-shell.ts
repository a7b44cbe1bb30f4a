import { watchRun } from '../command/watch-run.ts'
import { EXIT, exitCodeOfSignal } from '../exit-code.ts'
import { reportFailure } from '../text/report-failure.ts'
import { createPaint, OutputFailed, PipeClosed } from '../text/screen.ts'
import { createCellView } from './cell-view.ts'
import type { Lines } from './lines.ts'
import { type Cell, readCell } from './read-cell.ts'
import { shellCommands } from './shell-commands.ts'
import type { ShellState } from './shell-state.ts'

const LEAVE = ['quit', 'exit', 'q']
const ENDED_BY_SIGNAL: number[] = [exitCodeOfSignal.SIGTERM, exitCodeOfSignal.SIGHUP]

/** Reads and runs cells until the input ends or the user quits. Gives the exit code: 1 when piped code failed. */
export async function runShell(state: ShellState, lines: Lines): Promise<number> {
  const { host } = state
  let exitCode: number = EXIT.ok
  let stopped: number | undefined
  const forget = host.onStop((signal) => {
    // Ctrl-C belongs to the input, or to the running code.
    if (signal === 'SIGINT') return
    stopped = exitCodeOfSignal[signal]
    lines.close()
  })
  try {
    for (;;) {
      const cell = await readCell(lines, state.language, promptsOf(state))
      if (cell === 'end' && lines.isTyped) await host.stdout.write('\n')
      if (cell === 'end' || (isCommand(cell) && LEAVE.includes(cell.command))) break
      if (cell === 'dropped') continue
      const came = isCommand(cell) ? await obey(state, cell) : await runCell(state, cell.code)
      if (ENDED_BY_SIGNAL.includes(came)) return came
      if (came !== EXIT.ok && !lines.isTyped) exitCode = EXIT.failed
    }
    return stopped ?? exitCode
  } finally {
    forget()
  }
}

const isCommand = (cell: Cell): cell is Extract<Cell, { command: string }> =>
  typeof cell === 'object' && 'command' in cell

function promptsOf({ host, language: { name } }: ShellState) {
  const paint = createPaint(host.stdout)
  return { first: `${paint(['cyan', 'bold'], `${name}>`)} `, more: `${paint('dim', '…'.padStart(name.length + 1))} ` }
}

async function obey(state: ShellState, { command, rest }: { command: string; rest: string }): Promise<number> {
  const known = shellCommands.find(({ name }) => name === (command === '?' ? 'help' : command))
  if (!known) {
    await state.host.stderr.write(`There is no /${command}; /help lists what there is.\n`)
    return EXIT.usage
  }
  const interrupt = new AbortController()
  const forget = state.host.onStop(() => interrupt.abort())
  try {
    state.call = { signal: interrupt.signal }
    return await surviving(state, async () => {
      await known.run(state, rest)
      return EXIT.ok
    })
  } finally {
    state.call = {}
    forget()
  }
}

/** One attempt: a person corrects typed code by hand. */
function runCell(state: ShellState, code: string): Promise<number> {
  const { host, client, sessionId, language } = state
  const request = {
    ...{ code, language: language.language, session: sessionId },
    options: { attempts: 1, analysis: false },
  }
  return surviving(state, () =>
    watchRun({
      ...{ host, client, view: createCellView(host), cancels: true },
      events: (signal) => client.stream(request, { signal }),
    }),
  )
}

/** Reports failures; the shell continues unless its output is gone. */
async function surviving({ host, call }: ShellState, work: () => Promise<number>): Promise<number> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof PipeClosed || error instanceof OutputFailed) throw error
    if (call.signal?.aborted) return EXIT.failed
    return reportFailure(error, { host, json: false })
  }
}
