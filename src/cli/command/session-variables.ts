import type { Command } from 'commander'
import type { SessionVariable } from '../../contract/session.ts'
import { type ServerFlags, withClient } from '../connect.ts'
import { type Bind, withJson, withServer } from '../declare.ts'
import { EXIT } from '../exit-code.ts'
import type { Call } from '../host.ts'
import { printJson } from '../text/print-json.ts'
import { say } from '../text/say.ts'
import { type Column, tableText } from '../text/table.ts'
import { visibleLines } from '../text/visible-text.ts'

interface VariableFlags extends ServerFlags {
  json?: boolean
  language?: string
}

const USUAL_LANGUAGE = 'python'

/** Commands that show and change the variables of a session's interpreters. */
export function addSessionVariables(session: Command, bind: Bind) {
  const list = session
    .command('variables')
    .description('List the variables of a session.')
    .argument('<ID>', 'of the session')
    .option('-l, --language <name>', 'only those of one language')
  bind(withServer(withJson(list)), listVariables)
  const get = session
    .command('get')
    .description('Print the value of a variable.')
    .argument('<ID>', 'of the session')
    .argument('<NAME>', 'of the variable')
    .option('-l, --language <name>', `whose it is; ${USUAL_LANGUAGE} unless told`)
  bind(withServer(withJson(get)), getVariable)
  const set = session
    .command('set')
    .description('Set a variable.')
    .argument('<ID>', 'of the session')
    .argument('<NAME>', 'of the variable')
    .argument('<VALUE>', 'as JSON; anything else is text')
    .option('-l, --language <name>', `whose it is; ${USUAL_LANGUAGE} unless told`)
  bind(withServer(withJson(set)), setVariable)
}

async function listVariables({ host, args: [id = ''], flags }: Call<VariableFlags>): Promise<number> {
  const query = { ...(flags.language !== undefined && { language: flags.language }) }
  const list = await withClient({ host, flags }, (client) => client.sessions.variables.list(id, query))
  if (flags.json) await printJson(host, list)
  else if (list.variables.length === 0) await host.stderr.write('It has no variables.\n')
  else await host.stdout.write(tableText(list.variables, variableColumns, host.stdout))
  return EXIT.ok
}

async function getVariable({ host, args: [id = '', name = ''], flags }: Call<VariableFlags>): Promise<number> {
  const language = flags.language ?? USUAL_LANGUAGE
  const found = await withClient({ host, flags }, (client) => client.sessions.variables.get(id, { name, language }))
  if (flags.json) await printJson(host, found)
  else await host.stdout.write(`${visibleLines(found.text).join('\n')}\n`)
  return EXIT.ok
}

async function setVariable({
  host,
  args: [id = '', name = '', text = ''],
  flags,
}: Call<VariableFlags>): Promise<number> {
  const setting = { name, language: flags.language ?? USUAL_LANGUAGE, value: readValue(text) }
  const now = await withClient({ host, flags }, (client) => client.sessions.variables.set(id, setting))
  if (flags.json) await printJson(host, now)
  else await say(host, `${now.name} is ${now.text} now, in ${now.language}`)
  return EXIT.ok
}

function readValue(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

export const variableColumns: Column<SessionVariable>[] = [
  { title: 'NAME', text: ({ name }) => name, style: () => 'bold' },
  { title: 'TYPE', text: ({ type }) => type, style: () => 'dim' },
  { title: 'LANGUAGE', text: ({ language }) => language, style: () => 'dim' },
  { title: 'VALUE', text: ({ summary }) => summary },
]
