import { type Command, InvalidArgumentError, Option } from 'commander'
import type { PruneResult } from '../../contract/retention.ts'
import { type ServerFlags, withClient } from '../connect.ts'
import { type Bind, wholeNumber, withJson, withServer } from '../declare.ts'
import { EXIT } from '../exit-code.ts'
import type { Call } from '../host.ts'
import { byteText } from '../text/byte-text.ts'
import { countText } from '../text/count-text.ts'
import { printJson } from '../text/print-json.ts'
import { say } from '../text/say.ts'
import { UsageError } from '../usage-error.ts'

interface PruneFlags extends ServerFlags {
  json?: boolean
  olderThan?: number
  keep?: number
  all?: boolean
  dryRun?: boolean
}

const UNIT_MS: Record<string, number> = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 }

/** The commands below `runs` that delete runs for good. */
export function addRunDeletion(runs: Command, bind: Bind) {
  const remove = runs
    .command('delete')
    .description('Delete runs that have ended, with their events and output.')
    .argument('<ID...>', 'ids of the runs')
  bind(withServer(withJson(remove)), deleteRuns)
  const prune = runs
    .command('prune')
    .description('Delete your old runs. Those that still go on stay.')
    .addOption(new Option('--older-than <age>', 'runs that began longer ago: 30m, 12h, 7d or 4w').argParser(age))
    .addOption(new Option('--keep <n>', 'so many of the newest stay, however old they are').argParser(wholeNumber(0)))
    .addOption(new Option('--all', 'every run that has ended').conflicts(['olderThan', 'keep']))
    .option('--dry-run', 'delete nothing, and tell what would be deleted')
    .addHelpText('after', EXAMPLES)
  bind(withServer(withJson(prune)), pruneRuns)
}

const EXAMPLES = `
Examples:
  anneal runs prune --older-than 7d --dry-run
  anneal runs prune --keep 100              all but the newest 100
  anneal runs prune --older-than 7d --keep 100`

async function deleteRuns({ host, args, flags }: Call<PruneFlags>): Promise<number> {
  const deleted: string[] = []
  try {
    await withClient({ host, flags }, async (client) => {
      for (const id of args) {
        await client.runs.delete(id)
        deleted.push(id)
      }
    })
  } finally {
    // Runs before the one that failed are deleted all the same.
    if (!flags.json && deleted.length > 0) {
      await say(host, `deleted ${deleted.length === 1 ? deleted[0] : countText(deleted.length, 'run')}`)
    }
  }
  if (flags.json) await printJson(host, { deleted })
  return EXIT.ok
}

async function pruneRuns({ host, flags }: Call<PruneFlags>): Promise<number> {
  const { olderThan, keep, all, dryRun = false } = flags
  if (!all && olderThan === undefined && keep === undefined) {
    throw new UsageError(
      'Nothing says which runs to delete.',
      'Give --older-than 7d, --keep 100, both of them, or --all.',
    )
  }
  const choice = {
    dryRun,
    ...(all && { all }),
    ...(keep !== undefined && { keep }),
    ...(olderThan !== undefined && { before: new Date(host.now() - olderThan).toISOString() }),
  }
  const result = await withClient({ host, flags }, (client) => client.runs.prune(choice))
  if (flags.json) await printJson(host, result)
  else if (dryRun) await host.stderr.write(`${dryRunText(result)}\n`)
  else if (result.deleted === 0) await host.stderr.write(`No runs to delete.${runningText(result)}\n`)
  else await say(host, `deleted ${amountText(result)}.${runningText(result)}`)
  return EXIT.ok
}

const amountText = ({ deleted, bytes }: PruneResult) => `${countText(deleted, 'run')} (${byteText(bytes)})`

const dryRunText = (result: PruneResult) =>
  result.deleted === 0
    ? `No runs would be deleted.${runningText(result)}`
    : `${amountText(result)} would be deleted.${runningText(result)} Nothing was deleted.`

function runningText({ running }: PruneResult): string {
  if (running === 0) return ''
  return running === 1 ? ' 1 run still goes on and stays.' : ` ${running} runs still go on and stay.`
}

function age(text: string): number {
  const [, count, unit = ''] = /^(\d{1,6})([mhdw])$/.exec(text) ?? []
  const unitMs = UNIT_MS[unit]
  if (count === undefined || unitMs === undefined) {
    throw new InvalidArgumentError('It must be a number with m, h, d or w: 30m, 12h, 7d, 4w.')
  }
  return Number(count) * unitMs
}
