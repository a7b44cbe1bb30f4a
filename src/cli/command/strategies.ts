import type { Command } from 'commander'
import type { StrategyInfo } from '../../contract/repair.ts'
import { type ServerFlags, withClient } from '../connect.ts'
import { type Bind, withJson, withServer } from '../declare.ts'
import { EXIT } from '../exit-code.ts'
import type { Call } from '../host.ts'
import { printJson } from '../text/print-json.ts'
import { type Column, tableText } from '../text/table.ts'
import { visibleText } from '../text/visible-text.ts'

interface StrategyFlags extends ServerFlags {
  json?: boolean
  language?: string
  reset?: boolean
}

export function addStrategies(program: Command, bind: Bind) {
  const command = program
    .command('strategies')
    .summary('list the ways to repair programs, and what was learnt')
    .description('List the ways to repair programs with how often each was right. --json exports all that was learnt.')
    .option('-l, --language <name>', 'only those for one language')
    .option('--reset', 'forget what was learnt; needs an admin key')
  bind(withServer(withJson(command)), strategies)
}

async function strategies({ host, flags }: Call<StrategyFlags>): Promise<number> {
  const { reset, language } = flags
  const found = await withClient({ host, flags }, (client) =>
    reset ? client.strategies.reset() : client.strategies.list(),
  )
  const shown = found.strategies.filter(({ languages }) => language === undefined || languages.includes(language))
  if (flags.json) await printJson(host, { strategies: shown })
  else if (shown.length === 0)
    await host.stderr.write(`No strategies for ${visibleText(language ?? 'any language')}.\n`)
  else await host.stdout.write(tableText(shown, columns, host.stdout))
  return EXIT.ok
}

const totalOf = ({ learned }: StrategyInfo, which: 'won' | 'lost'): number =>
  learned.filter(({ fingerprint }) => fingerprint === '*').reduce((sum, counted) => sum + counted[which], 0)

const columns: Column<StrategyInfo>[] = [
  { title: 'STRATEGY', text: ({ id }) => id },
  { title: 'RIGHT', text: (row) => String(Math.round(totalOf(row, 'won'))), align: 'right' },
  { title: 'WRONG', text: (row) => String(Math.round(totalOf(row, 'lost'))), align: 'right' },
  { title: 'AT FIRST', text: ({ prior }) => `${Math.round(prior * 100)} %`, align: 'right' },
  { title: 'WHAT IT DOES', text: ({ title }) => title },
]
