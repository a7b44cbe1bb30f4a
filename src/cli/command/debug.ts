import { basename } from 'node:path'
import { type Command, Option } from 'commander'
import type { DebugResult } from '../../contract/repair.ts'
import { type ServerFlags, withClient } from '../connect.ts'
import { type Bind, withJson, withServer } from '../declare.ts'
import { EXIT } from '../exit-code.ts'
import type { Call, Host } from '../host.ts'
import { readText } from '../read-file.ts'
import { printJson } from '../text/print-json.ts'
import { assumptionLines, diffLines, suggestionLines, sureText } from '../text/repair-lines.ts'
import { createPaint } from '../text/screen.ts'
import { visibleLines, visibleText } from '../text/visible-text.ts'
import { UsageError } from '../usage-error.ts'

interface DebugFlags extends ServerFlags {
  error?: string
  language?: string
  repair?: 'safe' | 'bold'
  json?: boolean
}

export function addDebug(program: Command, bind: Bind) {
  const command = program
    .command('debug')
    .summary('repair a program from the error it ended with')
    .description(
      'Repair FILE from an error it ended with elsewhere. The repaired program goes to stdout, what was wrong and what was changed to stderr.',
    )
    .argument('<FILE>', 'the program')
    .requiredOption('-e, --error <file>', 'a file with what it wrote when it failed; - is standard input')
    .option('-l, --language <name>', 'language of the program; otherwise the ending of FILE tells it')
  command.addOption(
    new Option('--repair <mode>', 'how far the repair may go: bold may make something up').choices(['safe', 'bold']),
  )
  bind(withServer(withJson(command)), debug).addHelpText('after', NOTES)
}

const NOTES = `
Examples:
  python3 sums.py 2>error.txt || anneal debug sums.py --error error.txt > repaired.py`

async function debug({ host, args: [file = '-'], flags }: Call<DebugFlags>): Promise<number> {
  const { error: errorFile = '-', language, repair } = flags
  if (file === '-' && errorFile === '-') {
    throw new UsageError('Program and error cannot both come from standard input.', 'Write one of them to a file.')
  }
  const code = await readText(file, host)
  const error = await readText(errorFile, host)
  const request = {
    ...{ code, error, fileName: basename(file) },
    ...(language !== undefined && { language }),
    ...(repair && { options: { repair } }),
  }
  const result = await withClient({ host, flags }, (client) => client.debugCode(request))
  if (flags.json) await printJson(host, result)
  else await tell(result, host)
  return result.repaired ? EXIT.ok : EXIT.failed
}

async function tell(result: DebugResult, host: Host): Promise<void> {
  const { repaired, code, diff = '', explanation, assumption, confidence, suggestion } = result
  const paint = createPaint(host.stderr)
  const mark = repaired ? paint('green', `✔ repaired${sureText(confidence)}`) : paint('red', '✖ not repaired')
  const lines = [
    mark,
    ...visibleLines(explanation).map((line) => `  ${visibleText(line)}`),
    ...assumptionLines(assumption, paint),
    ...diffLines(diff, paint),
    ...suggestionLines(suggestion, paint),
  ]
  await host.stderr.write(lines.map((line) => `${line}\n`).join(''))
  if (repaired) await host.stdout.write(code)
}
