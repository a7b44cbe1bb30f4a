import { type Command, Option } from 'commander'
import type { Approval, ApprovalFor, ApprovalState } from '../../contract/approval.ts'
import { type ServerFlags, withClient } from '../connect.ts'
import { type Bind, positiveNumber, withJson, withServer } from '../declare.ts'
import { EXIT } from '../exit-code.ts'
import type { Call } from '../host.ts'
import { printJson } from '../text/print-json.ts'
import { say } from '../text/say.ts'
import { type Column, tableText } from '../text/table.ts'
import { momentText } from '../text/time-text.ts'
import { visibleText } from '../text/visible-text.ts'

interface ApprovalFlags extends ServerFlags {
  json?: boolean
  all?: boolean
  everyone?: boolean
  for?: ApprovalFor
  pattern?: string
  ttl?: number
}

export function addApprovals(program: Command, bind: Bind) {
  const approvals = program
    .command('approvals')
    .summary('answer questions that effects wait for')
    .description(
      'Questions that wait for a person: commands, hosts, SQL, tools, steps and spending that a policy names.',
    )
    .helpCommand(false)
  const list = approvals
    .command('list')
    .description('List the questions that wait, the newest first.')
    .option('--all', 'also those that were answered')
    .option('--everyone', 'those of every user; needs an admin key')
  bind(withServer(withJson(list)), listAll)
  const show = approvals.command('show').description('Print exactly what would be done, as JSON.')
  bind(withServer(show.argument('<ID>', 'id of a question')), showOne)
  const approve = approvals
    .command('approve')
    .description('Let it happen.')
    .argument('<ID>', 'id of a question')
    .addOption(new Option('--for <what>', 'how far it is good').choices(['once', 'session', 'pattern']).default('once'))
    .option('--pattern <pattern>', 'names that it is good for, with * for any characters; as suggested unless told')
    .addOption(new Option('--ttl <hours>', 'how long it is good; a day unless told').argParser(positiveNumber))
  bind(withServer(withJson(approve)), approveOne)
  const deny = approvals.command('deny').description('Keep it from happening.').argument('<ID>', 'id of a question')
  bind(withServer(withJson(deny)), denyOne)
}

const HOUR_MS = 3_600_000

async function listAll({ host, flags }: Call<ApprovalFlags>): Promise<number> {
  const query = {
    ...(!flags.all && { state: 'waiting' as ApprovalState }),
    ...(flags.everyone && { scope: 'all' as const }),
  }
  const found = await withClient({ host, flags }, (client) => client.approvals.list(query))
  if (flags.json) await printJson(host, found)
  else if (found.approvals.length === 0) await host.stderr.write('Nothing waits for an answer.\n')
  else await host.stdout.write(tableText(found.approvals, COLUMNS, host.stdout))
  return EXIT.ok
}

async function showOne({ host, args: [id = ''], flags }: Call<ApprovalFlags>): Promise<number> {
  await printJson(host, await withClient({ host, flags }, (client) => client.approvals.get(id)))
  return EXIT.ok
}

async function approveOne({ host, args: [id = ''], flags }: Call<ApprovalFlags>): Promise<number> {
  const { for: wanted = 'once', pattern, ttl } = flags
  const decision = {
    ...{ decision: 'approve' as const, for: wanted },
    ...(pattern !== undefined && { pattern }),
    ...(ttl !== undefined && { ttlMs: Math.round(ttl * HOUR_MS) }),
  }
  const decided = await withClient({ host, flags }, (client) => client.approvals.decide(id, decision))
  return tell({ host, flags, decided, told: `approved${RANGES[wanted](decided)}` })
}

const RANGES: Record<ApprovalFor, (decided: Approval) => string> = {
  once: () => ' once',
  session: ({ sessionId }) => (sessionId === null ? ' for its machine' : ` for the session ${sessionId}`),
  pattern: ({ pattern }) => ` for ${pattern}`,
}

async function denyOne({ host, args: [id = ''], flags }: Call<ApprovalFlags>): Promise<number> {
  const decided = await withClient({ host, flags }, (client) => client.approvals.decide(id, { decision: 'deny' }))
  return tell({ host, flags, decided, told: 'denied' })
}

async function tell({
  host,
  flags,
  decided,
  told,
}: Pick<Call<ApprovalFlags>, 'host' | 'flags'> & { decided: Approval; told: string }) {
  if (flags.json) await printJson(host, decided)
  else await say(host, `${told}: ${visibleText(decided.title)}`)
  return EXIT.ok
}

const COLUMNS: Column<Approval>[] = [
  { title: 'ASKED', text: ({ askedAt }) => momentText(askedAt) },
  { title: 'ID', text: ({ id }) => id },
  { title: 'KIND', text: ({ kind }) => kind },
  { title: 'STATE', text: ({ state }) => state, style: ({ state }) => (state === 'waiting' ? 'yellow' : 'dim') },
  { title: 'QUESTION', text: ({ title }) => title },
]
