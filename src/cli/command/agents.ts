import type { Command } from 'commander'
import type { Agent, DomainRecord } from '../../contract/agent.ts'
import { type ServerFlags, withClient } from '../connect.ts'
import { type Bind, withJson, withServer } from '../declare.ts'
import { EXIT } from '../exit-code.ts'
import type { Call } from '../host.ts'
import { printJson } from '../text/print-json.ts'
import { type Column, tableText } from '../text/table.ts'
import { visibleText } from '../text/visible-text.ts'
import { UsageError } from '../usage-error.ts'

interface AgentFlags extends ServerFlags {
  json?: boolean
  description?: string
  language?: string
}

export function addAgents(program: Command, bind: Bind) {
  const agents = program
    .command('agents')
    .summary('named agents and what they are good at')
    .description('Named agents with a record and lessons of their own; runs name one in their request.')
    .helpCommand(false)
  bind(withServer(withJson(agents.command('list').description('List your agents.'))), listAll)
  const add = agents.command('add').description('Make an agent.').argument('<NAME>', 'small letters, digits and -')
  bind(withServer(withJson(add.option('--description <text>', 'what it is for'))), addOne)
  const show = agents.command('show').description('Tell its record by language and kind of task.')
  bind(withServer(withJson(show.argument('<NAME>', 'name of an agent'))), showOne)
  const route = agents
    .command('route')
    .description('Tell which agent is the best for a task, and why.')
    .argument('<TASK...>', 'in words')
    .option('-l, --language <name>', 'the language of the task')
  bind(withServer(withJson(route)), routeTask)
  for (const op of ['share', 'unshare'] as const) {
    const share = agents
      .command(op)
      .description(
        op === 'share'
          ? 'Let another user search the programs that its runs taught.'
          : 'End that: the user finds nothing of it from now on.',
      )
      .argument('<NAME>', 'name of an agent')
      .argument('<USER>', 'name of the user')
    bind(withServer(share), (call: Call<AgentFlags>) => shareOne(op, call))
  }
  const remove = agents.command('remove').description('Remove an agent with its record and its lessons.')
  bind(withServer(remove.argument('<NAME>', 'name of an agent')), removeOne)
}

async function listAll({ host, flags }: Call<AgentFlags>): Promise<number> {
  const found = await withClient({ host, flags }, (client) => client.agents.list())
  if (flags.json) await printJson(host, found)
  else if (found.agents.length === 0)
    await host.stderr.write('There are no agents; "anneal agents add NAME" makes one.\n')
  else await host.stdout.write(tableText(found.agents, AGENTS, host.stdout))
  return EXIT.ok
}

const share = (part: number, whole: number): string => (whole === 0 ? '' : `${Math.round((100 * part) / whole)} %`)
const percent = (part: number): string => `${Math.round(part * 100)} %`

const AGENTS: Column<Agent>[] = [
  { title: 'AGENT', text: ({ name }) => name },
  { title: 'RUNS', text: ({ runs }) => String(runs), align: 'right' },
  { title: 'WELL', text: ({ runs, succeeded }) => share(succeeded, runs), align: 'right' },
  { title: 'LESSONS', text: ({ lessons }) => String(lessons.active), align: 'right' },
  { title: 'BEST AT', text: ({ domains }) => bestOf(domains) },
]

const bestOf = (domains: DomainRecord[]): string => {
  const [best] = domains.toSorted((one, other) => other.low - one.low)
  return best ? `${best.language} ${best.kind} (${best.level})` : ''
}

const DOMAINS: Column<DomainRecord>[] = [
  { title: 'LANGUAGE', text: ({ language }) => language },
  { title: 'KIND', text: ({ kind }) => kind },
  { title: 'RUNS', text: ({ runs }) => String(runs), align: 'right' },
  { title: 'WELL', text: ({ rate }) => percent(rate), align: 'right' },
  { title: '95 % FROM', text: ({ low }) => percent(low), align: 'right' },
  { title: 'TO', text: ({ high }) => percent(high), align: 'right' },
  { title: 'LEVEL', text: ({ level }) => level },
]

async function addOne({ host, args: [name = ''], flags }: Call<AgentFlags>): Promise<number> {
  const { description } = flags
  const wanted = { name, ...(description !== undefined && { description }) }
  const made = await withClient({ host, flags }, (client) => client.agents.create(wanted))
  if (flags.json) await printJson(host, made)
  else await host.stderr.write(`The agent ${made.name} is there; name it in runs with --agent ${made.name}.\n`)
  return EXIT.ok
}

async function showOne({ host, args: [name = ''], flags }: Call<AgentFlags>): Promise<number> {
  const found = await withClient({ host, flags }, (client) => client.agents.get(name))
  if (flags.json) await printJson(host, found)
  else if (found.domains.length === 0) await host.stderr.write(`${found.name} has no runs yet.\n`)
  else await host.stdout.write(tableText(found.domains, DOMAINS, host.stdout))
  return EXIT.ok
}

async function routeTask({ host, args, flags }: Call<AgentFlags>): Promise<number> {
  const task = args.join(' ')
  if (task.trim() === '') throw new UsageError('There is no task.', 'Say in words what is to be done.')
  const { language } = flags
  const found = await withClient({ host, flags }, (client) =>
    client.agents.route({ task, ...(language !== undefined && { language }) }),
  )
  if (flags.json) await printJson(host, found)
  else {
    const lines = [
      found.agent ?? 'nobody',
      ...[...found.domain.reasons, ...found.reasons].map((reason) => `  ${visibleText(reason)}`),
    ]
    await host.stdout.write(`${lines.join('\n')}\n`)
  }
  return EXIT.ok
}

async function shareOne(op: 'share' | 'unshare', { host, args, flags }: Call<AgentFlags>): Promise<number> {
  const [name = '', user = ''] = args
  const { sharedWith } = await withClient({ host, flags }, (client) => client.agents.share(name, { op, user }))
  const who = sharedWith.length === 0 ? 'nobody but you' : sharedWith.map(visibleText).join(', ')
  await host.stderr.write(`Programs of ${visibleText(name)} are searched by: ${who}.\n`)
  return EXIT.ok
}

async function removeOne({ host, args: [name = ''], flags }: Call<AgentFlags>): Promise<number> {
  await withClient({ host, flags }, (client) => client.agents.remove(name))
  await host.stderr.write(`The agent ${visibleText(name)} is gone.\n`)
  return EXIT.ok
}
