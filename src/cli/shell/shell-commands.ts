import { checkpointColumns } from '../command/checkpoint.ts'
import { historyColumns } from '../command/session.ts'
import { variableColumns } from '../command/session-variables.ts'
import { byteText } from '../text/byte-text.ts'
import { countText } from '../text/count-text.ts'
import { say } from '../text/say.ts'
import { createPaint } from '../text/screen.ts'
import { sessionText } from '../text/session-text.ts'
import { lostLines } from '../text/state-lines.ts'
import { type Column, tableText } from '../text/table.ts'
import { ageText } from '../text/time-text.ts'
import { treeColumns } from '../text/tree-columns.ts'
import { shellLanguages } from './shell-languages.ts'
import type { ShellState } from './shell-state.ts'

interface ShellCommand {
  name: string
  argument?: string
  help: string
  run(state: ShellState, rest: string): Promise<void>
}

const MOST_EXECUTIONS = 20

/** All commands with a slash; the shell itself knows /quit. */
export const shellCommands: readonly ShellCommand[] = [
  { name: 'help', help: 'these commands', run: showHelp },
  { name: 'vars', help: 'the variables of all languages', run: showVariables },
  { name: 'files', argument: '[PATH]', help: 'the files of the session', run: showFiles },
  { name: 'history', help: 'what was executed last', run: showHistory },
  { name: 'session', help: 'the session itself', run: showSession },
  { name: 'checkpoint', argument: '[LABEL]', help: 'hold on to everything as it is now', run: makeCheckpoint },
  { name: 'undo', help: 'go back to the latest checkpoint; what failed is undone already', run: undo },
  { name: 'restore', argument: '[ID]', help: 'go back to a checkpoint; without ID, list them', run: restore },
  { name: 'branch', argument: '[ID]', help: 'go on in a new session, from now or from a checkpoint', run: branch },
  ...shellLanguages.map((language) => ({
    name: language.name,
    help: `go on in ${language.language}`,
    run: async (state: ShellState) => {
      state.language = language
    },
  })),
]

async function showHelp({ host }: ShellState): Promise<void> {
  const [languages, commands] = [shellLanguages.map(({ name }) => `/${name}`), [...shellCommands, QUIT]]
  const rows = commands.filter(({ name }) => !languages.includes(`/${name}`))
  const width = Math.max(...rows.map(({ name, argument = '' }) => `${name} ${argument}`.length))
  const paint = createPaint(host.stdout)
  const lines = rows.map(
    ({ name, argument = '', help }) => `  ${paint('cyan', `/${`${name} ${argument}`.padEnd(width)}`)}  ${help}`,
  )
  const switches = `  ${paint('cyan', languages.join(' '))}  go on in that language`
  await host.stdout.write(`${[...lines, switches, KEYS].join('\n')}\n`)
}

const QUIT: Omit<ShellCommand, 'run'> = { name: 'quit', help: 'leave; the session stays' }
const KEYS = `
  A block ends with an empty line. Ctrl-C drops what is typed, or interrupts what is running;
  Ctrl-D leaves. The up arrow brings back lines, those that begin with what is typed already.`

async function showVariables({ host, client, sessionId, call }: ShellState): Promise<void> {
  const { variables } = await client.sessions.variables.list(sessionId, {}, call)
  await showTable({ host }, variables, variableColumns)
}

async function showFiles({ host, client, sessionId, call }: ShellState, path: string): Promise<void> {
  const { files } = await client.sessions.files.list(sessionId, { path }, call)
  await showTable({ host }, files, treeColumns)
}

async function showHistory({ host, client, sessionId, call }: ShellState): Promise<void> {
  const { executions: count } = await client.sessions.get(sessionId, call)
  const after = Math.max(0, count - MOST_EXECUTIONS)
  const { executions } = await client.sessions.history(sessionId, { after }, call)
  await showTable({ host }, executions, historyColumns(host))
}

async function showSession({ host, client, sessionId, call }: ShellState): Promise<void> {
  await host.stdout.write(sessionText(await client.sessions.get(sessionId, call), host))
}

async function makeCheckpoint({ host, client, sessionId, call }: ShellState, label: string): Promise<void> {
  const made = await client.checkpoints.create(sessionId, label === '' ? {} : { label }, call)
  const lost = lostLines(made.lost, { paint: createPaint(host.stderr), width: host.stderr.columns })
  await say(host, `${made.id} holds everything as it is now: ${countText(made.files, 'file')}, ${byteText(made.bytes)}`)
  if (lost.length > 0) await host.stderr.write(`${lost.join('\n')}\n`)
}

async function undo(state: ShellState): Promise<void> {
  const { client, sessionId, host, call } = state
  const [latest] = (await client.checkpoints.list({ session: sessionId, limit: 1 }, call)).checkpoints
  if (latest) await goBack(state, latest)
  else
    await host.stderr.write(
      'There is no checkpoint to go back to. Make one with /checkpoint before what may go wrong.\n',
    )
}

async function restore(state: ShellState, id: string): Promise<void> {
  const { client, sessionId, host, call } = state
  if (id === '') {
    const { checkpoints } = await client.checkpoints.list({ session: sessionId }, call)
    await showTable(state, checkpoints, checkpointColumns(host))
    return
  }
  const target = await client.checkpoints.show(id, call)
  if (target.sessionId === sessionId) await goBack(state, target)
  else await host.stderr.write(`${id} is of another session. Go on from it with: /branch ${id}\n`)
}

interface Target {
  id: string
  label: string | null
  createdAt: number
}

async function goBack({ host, client, call }: ShellState, { id, label, createdAt }: Target): Promise<void> {
  await client.checkpoints.restore(id, call)
  const name = label === null ? id : `"${label}" (${id})`
  await say(host, `everything is as it was at ${name}, ${ageText(createdAt, host.now())}`)
}

async function branch(state: ShellState, id: string): Promise<void> {
  const { client, host, call } = state
  const from = id === '' ? (await client.checkpoints.create(state.sessionId, { label: 'branch' }, call)).id : id
  const before = state.sessionId
  state.sessionId = (await client.checkpoints.branch(from, {}, call)).id
  await say(host, `you are in ${state.sessionId} now; ${before} stays as it is`)
}

async function showTable<Row>({ host }: Pick<ShellState, 'host'>, rows: Row[], columns: Column<Row>[]): Promise<void> {
  if (rows.length === 0) await host.stderr.write('None yet.\n')
  else await host.stdout.write(tableText(rows, columns, host.stdout))
}
