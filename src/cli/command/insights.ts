import { type Command, Option } from 'commander'
import type { InsightSentence } from '../../contract/feedback.ts'
import { type ServerFlags, withClient } from '../connect.ts'
import { type Bind, wholeNumber, withJson, withServer } from '../declare.ts'
import { EXIT } from '../exit-code.ts'
import type { Call } from '../host.ts'
import { countText } from '../text/count-text.ts'
import { printJson } from '../text/print-json.ts'
import { createPaint } from '../text/screen.ts'
import { visibleText } from '../text/visible-text.ts'

interface InsightFlags extends ServerFlags {
  json?: boolean
  days?: number
}

const MOST_DAYS = 3650

export function addInsights(program: Command, bind: Bind) {
  const command = program
    .command('insights')
    .summary('what fails most, what helps, what needs attention')
    .description(
      'Tell what fails most and why, what helps and what needs attention, with the runs behind every sentence.',
    )
    .addOption(new Option('--days <n>', 'runs of this many days; 30 unless told').argParser(wholeNumber(1, MOST_DAYS)))
  bind(withServer(withJson(command)), insights)
}

async function insights({ host, flags }: Call<InsightFlags>): Promise<number> {
  const query = flags.days === undefined ? {} : { days: flags.days }
  const found = await withClient({ host, flags }, (client) => client.feedback.insights(query))
  if (flags.json) {
    await printJson(host, found)
    return EXIT.ok
  }
  const paint = createPaint(host.stdout)
  const { runs, succeeded, repaired } = found
  const lines = ({ text, runs: behind, count, lesson }: InsightSentence) => [
    `  ${visibleText(text)}`,
    ...(lesson ? [paint('dim', `    anneal playbook explain ${lesson.id}`)] : []),
    paint('dim', `    ${behind.slice(0, SHOWN).join(' ')}${count > SHOWN ? ` and ${count - SHOWN} more` : ''}`),
  ]
  const part = (title: string, sentences: InsightSentence[]) =>
    sentences.length === 0 ? [] : ['', title, ...sentences.flatMap(lines)]
  const all = [
    `${countText(runs, 'run')}: ${countText(succeeded, 'program')} ended well, ${repaired} of them repaired.`,
    ...part('Insights', found.insights),
    ...part('Recommendations', found.recommendations),
  ]
  await host.stdout.write(`${all.join('\n')}\n`)
  return EXIT.ok
}

const SHOWN = 3
