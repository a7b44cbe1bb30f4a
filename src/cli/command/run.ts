import { type Command, Option } from 'commander'
import { applyEvent, emptyRun } from '../../contract/reduce-run.ts'
import { type ServerFlags, withClient } from '../connect.ts'
import { type Bind, positiveNumber, wholeNumber, withServer } from '../declare.ts'
import type { Call } from '../host.ts'
import { createJsonView } from '../text/json-view.ts'
import { createRunView, type RunView } from '../text/run-view.ts'
import { visibleText } from '../text/visible-text.ts'
import { saveResults } from '../transfer/save-results.ts'
import { withPolicy } from './guard-policy.ts'
import { type RequestFlags, readRunRequest } from './run-request.ts'
import { watchRun } from './watch-run.ts'

interface RunFlags extends RequestFlags, ServerFlags {
  json?: boolean
  quiet?: boolean
  outputDir?: string
}

const MOST_ATTEMPTS = 3

const collect = (text: string, before: string[] = []): string[] => [...before, text]

export function addRun(program: Command, bind: Bind) {
  const command = program
    .command('run')
    .summary('run programs, or the code in an answer')
    .description(
      'Run each FILE, or what is piped in. A .md file (or --text) is an answer: the code in it is found and run.',
    )
    .argument('[FILE...]', 'the programs, or one answer; - is standard input')
    .option('--parallel', 'run the programs, or the blocks of the answer, at the same time')
    .option('--stop-on-failure', 'end the others when one of them fails; without --parallel that is so')
    .option('-l, --language <name>', 'language of the program; otherwise the ending of FILE tells it')
    .option('--text', 'take the input as an answer, whatever its name')
    .option('--arg <text>', 'an argument of the program; may be given several times', collect)
    .option('--input <file>', 'what the program reads from standard input; - passes ours on')
    .option('--file <path...>', 'files to lay beside the program')
    .addOption(new Option('--timeout <seconds>', 'longest time one execution may take').argParser(positiveNumber))
    .addOption(
      new Option('--memory <mb>', 'most memory one process of the program may allocate').argParser(wholeNumber(1)),
    )
    .option('--network <host...>', 'hosts the program may reach; none otherwise')
    .addOption(new Option('--attempts <n>', 'executions at most, 1 to 3').argParser(wholeNumber(1, MOST_ATTEMPTS)))
    .option('--tests', 'make tests for a program that ran well, and run them')
    .option('--no-guard', 'do not look for dangers first')
    .option('--no-analysis', 'do not tell complexity, style and slow spots')
    .option('--performance', 'measure processor time, memory and disk use')
    .option('--session <id>', 'session to run in')
    .option('--last-value', 'show the value of the last line of a Python program')
    .option('--output-dir <dir>', 'save the files that the program writes and the figures it shows in this directory')
    .option('-q, --quiet', 'print the output of the final attempt and nothing else')
    .option('--json', 'print one event per line; the last is run.end')
  bind(withServer(withPolicy(command)), run).addHelpText('after', NOTES)
}

const NOTES = `
The program's output goes to stdout and stderr as it comes; all else goes to stderr.
Ctrl-C cancels the run and exits with 130; a second one leaves at once.
Options that take a list (--file, --network) come after FILE.`

async function run({ host, args: files, flags }: Call<RunFlags>): Promise<number> {
  const request = await readRunRequest({ host, files, flags })
  const view = flags.json
    ? createJsonView(host)
    : createRunView({
        host,
        attempts: flags.attempts ?? MOST_ATTEMPTS,
        paths: namesOf(files),
        quiet: flags.quiet,
      })
  const { outputDir } = flags
  const story = emptyRun()
  try {
    return await withClient({ host, flags }, async (client) => {
      const events = (signal: AbortSignal) => client.stream(request, { signal })
      const code = await watchRun({ host, view: outputDir ? noting(view, story) : view, client, events, cancels: true })
      const saved = outputDir && story.state === 'ended' ? await saveResults(story, outputDir, client) : []
      if (saved.length > 0 && !flags.quiet && !flags.json)
        await host.stderr.write(`saved ${saved.map(visibleText).join(', ')} in ${visibleText(outputDir ?? '')}\n`)
      return code
    })
  } finally {
    view.close()
  }
}

const noting = (view: RunView, story: ReturnType<typeof emptyRun>): RunView => ({
  ...view,
  async show(event) {
    applyEvent(story, event)
    await view.show(event)
  },
})

/** Standard input has no path to point to, and is named only among several programs. */
function namesOf(files: string[]): string[] {
  if (files.length < 2) return files.filter((file) => file !== '-')
  return files.map((file) => (file === '-' ? 'standard input' : file))
}
