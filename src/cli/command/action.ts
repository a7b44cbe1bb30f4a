import type { Command } from 'commander'
import type { ActionRecord, ActionResult, ActionTypeInfo } from '../../contract/action.ts'
import { type ServerFlags, withClient } from '../connect.ts'
import { type Bind, withJson, withServer } from '../declare.ts'
import { EXIT } from '../exit-code.ts'
import type { Call } from '../host.ts'
import { readText } from '../read-file.ts'
import { printJson } from '../text/print-json.ts'
import { type Column, tableText } from '../text/table.ts'
import { momentText } from '../text/time-text.ts'
import { UsageError } from '../usage-error.ts'

interface ActionFlags extends ServerFlags {
  json?: boolean
  input?: string
  session?: string
}

export function addAction(program: Command, bind: Bind) {
  const action = program
    .command('action')
    .summary('do one thing as an agent would, and look back at it')
    .description('Actions: code.run, shell.run, file.read and others through one interface.')
    .helpCommand(false)
  const run = action
    .command('run')
    .description('Do one action, and print its result as JSON.')
    .argument('<TYPE>', 'code.run, shell.run, file.read …; "anneal action types" lists them')
    .option('--input <json>', 'input as JSON, or - to read it from standard input', '{}')
    .option('--session <id>', 'session to work in')
  bind(withServer(run), runOne)
  bind(withServer(withJson(action.command('types').description('List the types of actions.'))), listTypes)
  const list = action.command('list').description('List your actions, the newest first.')
  bind(withServer(withJson(list.option('--session <id>', 'those that worked in this session'))), listAll)
  const show = action.command('show').description('Print one action as JSON.').argument('<ID>', 'id of an action')
  bind(withServer(show), showOne)
}

async function runOne({ host, args, flags }: Call<ActionFlags>): Promise<number> {
  const [type = ''] = args
  const text = flags.input === '-' ? await readText('-', host) : (flags.input ?? '{}')
  const request = { type, input: inputOf(text), ...(flags.session && { session: flags.session }) }
  const result = await withClient({ host, flags }, (client) => client.actions.execute(request))
  await printJson(host, result)
  return EXITS[result.outcome]
}

const EXITS: Record<ActionResult['outcome'], number> = {
  ok: EXIT.ok,
  failed: EXIT.failed,
  cancelled: EXIT.failed,
  unknown: EXIT.engine,
  refused: EXIT.blocked,
}

function inputOf(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  } catch {
    // Said below, as for other values that are no object.
  }
  throw new UsageError('The input is no JSON object.', `Try --input '{"code": "print(1)", "language": "python"}'.`)
}

async function listTypes({ host, flags }: Call<ActionFlags>): Promise<number> {
  const found = await withClient({ host, flags }, (client) => client.actions.types())
  if (flags.json) await printJson(host, found)
  else await host.stdout.write(tableText(found.types, TYPE_COLUMNS, host.stdout))
  return EXIT.ok
}

async function listAll({ host, flags }: Call<ActionFlags>): Promise<number> {
  const { session } = flags
  const found = await withClient({ host, flags }, (client) => client.actions.list(session ? { session } : {}))
  if (flags.json) await printJson(host, found)
  else if (found.actions.length === 0) await host.stderr.write('No actions were done yet.\n')
  else await host.stdout.write(tableText(found.actions, COLUMNS, host.stdout))
  return EXIT.ok
}

async function showOne({ host, args: [id = ''], flags }: Call<ActionFlags>): Promise<number> {
  await printJson(host, await withClient({ host, flags }, (client) => client.actions.get(id)))
  return EXIT.ok
}

const TYPE_COLUMNS: Column<ActionTypeInfo>[] = [
  { title: 'TYPE', text: ({ type }) => type },
  { title: 'DESCRIPTION', text: ({ description }) => description },
]

const COLUMNS: Column<ActionRecord>[] = [
  { title: 'WHEN', text: ({ startedAt }) => momentText(startedAt) },
  { title: 'ID', text: ({ id }) => id },
  { title: 'TYPE', text: ({ type }) => type },
  {
    title: 'OUTCOME',
    text: ({ outcome }) => outcome ?? 'running',
    style: ({ outcome }) => (outcome === 'ok' ? 'green' : outcome === null ? 'yellow' : 'red'),
  },
]
