import { type Command, Option } from 'commander'
import type { SessionExecution, SessionInfo } from '../../contract/session.ts'
import { type ServerFlags, withClient } from '../connect.ts'
import { type Bind, wholeNumber, withJson, withServer } from '../declare.ts'
import { EXIT } from '../exit-code.ts'
import type { Call, Host } from '../host.ts'
import { outcomeLook } from '../text/outcome-text.ts'
import { printJson } from '../text/print-json.ts'
import { say } from '../text/say.ts'
import { sessionText } from '../text/session-text.ts'
import { type Column, tableText } from '../text/table.ts'
import { ageText, durationText } from '../text/time-text.ts'
import { addSessionCreate } from './session-create.ts'
import { addSessionFiles } from './session-files.ts'
import { addSessionVariables } from './session-variables.ts'

interface SessionFlags extends ServerFlags {
  json?: boolean
  conversation?: string
  limit?: number
  before?: string
  after?: number
}

const MOST_ROWS = 1000

export function addSession(program: Command, bind: Bind) {
  const session = program
    .command('session')
    .summary('variables and files that last from run to run')
    .description('Sessions: interpreters with their variables, files and history, kept from run to run.')
    .helpCommand(false)
    .addHelpText('after', NOTES)
  addSessionCreate(session, bind)
  const list = session
    .command('list')
    .description('List your sessions, the newest first.')
    .option('--conversation <text>', 'only those of one conversation')
    .addOption(limitOption())
    .option('--before <id>', 'only those made before this one')
  bind(withServer(withJson(list)), listSessions)
  const show = session.command('show').description('Show one session.').argument('<ID>', 'of the session')
  bind(withServer(withJson(show)), showSession)
  const history = session
    .command('history')
    .description('What was executed in a session, the oldest first.')
    .argument('<ID>', 'of the session')
    .addOption(limitOption())
    .addOption(new Option('--after <number>', 'only those after this one').argParser(wholeNumber(0)))
  bind(withServer(withJson(history)), showHistory)
  addSessionVariables(session, bind)
  addSessionFiles(session, bind)
  const remove = session
    .command('remove')
    .description('End a session and remove all that is in it; its checkpoints stay.')
    .argument('<ID>', 'of the session')
  bind(withServer(withJson(remove)), removeSession)
}

const limitOption = () => new Option('--limit <n>', 'rows at most').argParser(wholeNumber(1, MOST_ROWS))

const NOTES = `
Examples:
  S=$(anneal session create)
  echo 'x = 41' | anneal run - -l python --session $S
  anneal session get $S x                   41
  anneal session put $S table.csv           save a file in it
  anneal shell $S                           work in it`

async function listSessions({ host, flags }: Call<SessionFlags>): Promise<number> {
  const { conversation, limit, before } = flags
  const query = {
    ...(conversation !== undefined && { conversation }),
    ...(limit !== undefined && { limit }),
    ...(before !== undefined && { before }),
  }
  const list = await withClient({ host, flags }, (client) => client.sessions.list(query))
  if (flags.json) await printJson(host, list)
  else if (list.sessions.length === 0)
    await host.stderr.write('No sessions here. Make one with: anneal session create\n')
  else await host.stdout.write(tableText(list.sessions, sessionColumns(host), host.stdout))
  if (!flags.json && list.sessions.length === limit)
    await host.stderr.write(`More: anneal session list --before ${list.sessions.at(-1)?.id}\n`)
  return EXIT.ok
}

async function showSession({ host, args: [id = ''], flags }: Call<SessionFlags>): Promise<number> {
  const session = await withClient({ host, flags }, (client) => client.sessions.get(id))
  if (flags.json) await printJson(host, session)
  else await host.stdout.write(sessionText(session, host))
  return EXIT.ok
}

async function showHistory({ host, args: [id = ''], flags }: Call<SessionFlags>): Promise<number> {
  const { limit, after } = flags
  const query = { ...(limit !== undefined && { limit }), ...(after !== undefined && { after }) }
  const history = await withClient({ host, flags }, (client) => client.sessions.history(id, query))
  if (flags.json) await printJson(host, history)
  else if (history.executions.length === 0) await host.stderr.write('Nothing was executed in it.\n')
  else await host.stdout.write(tableText(history.executions, historyColumns(host), host.stdout))
  return EXIT.ok
}

async function removeSession({ host, args: [id = ''], flags }: Call<SessionFlags>): Promise<number> {
  const session = await withClient({ host, flags }, (client) => client.sessions.remove(id))
  if (flags.json) await printJson(host, session)
  else await say(host, `removed ${session.id} with all that was in it`)
  return EXIT.ok
}

const STATUS_STYLES = { new: 'dim', active: 'green', frozen: 'cyan', saved: undefined } as const

const sessionColumns = (host: Host): Column<SessionInfo>[] => [
  { title: 'SESSION', text: ({ id }) => id },
  { title: 'STATUS', text: ({ status }) => status, style: ({ status }) => STATUS_STYLES[status] },
  { title: 'USED', text: ({ usedAt }) => ageText(usedAt, host.now()) },
  { title: 'RAN', text: ({ executions }) => String(executions), align: 'right' },
  { title: 'LANGUAGES', text: ({ languages }) => languages.join(', ') },
  {
    title: 'CONVERSATION',
    text: ({ id, conversation }) => (conversation === id ? '' : conversation),
  },
]

export const historyColumns = (host: Host): Column<SessionExecution>[] => [
  { title: 'N', text: ({ n }) => String(n), align: 'right', style: () => 'dim' },
  {
    title: 'OUTCOME',
    text: ({ outcome }) => `${outcomeLook[outcome].mark} ${outcome}`,
    style: ({ outcome }) => outcomeLook[outcome].style,
  },
  { title: 'AGE', text: ({ at }) => ageText(at, host.now()), align: 'right' },
  { title: 'TOOK', text: ({ durationMs }) => durationText(durationMs), align: 'right' },
  { title: 'LANGUAGE', text: ({ language }) => language },
  { title: 'CODE', text: ({ code }) => code.trim().replaceAll('\n', ' ⏎ ') },
]
