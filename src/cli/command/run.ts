import { type Command, Option } from 'commander'
import { applyEvent, emptyRun } from '../../contract/reduce-run.ts'
import type { RunRequest } from '../../contract/run.ts'
import { repairMode } from '../../contract/run-options.ts'
import { type ServerFlags, serverOf, withClient } from '../connect.ts'
import { type Bind, positiveNumber, shareOfOne, wholeNumber, withServer } from '../declare.ts'
import { EXIT } from '../exit-code.ts'
import type { Call, Host } from '../host.ts'
import { createJsonView } from '../text/json-view.ts'
import { printJson } from '../text/print-json.ts'
import { createRunView, type RunView } from '../text/run-view.ts'
import { say } from '../text/say.ts'
import { visibleText } from '../text/visible-text.ts'
import { saveResults } from '../transfer/save-results.ts'
import { UsageError } from '../usage-error.ts'
import { withPolicy } from './guard-policy.ts'
import { isNotebook, notebookOf } from './notebook-call.ts'
import { optionsOf, type RequestFlags, readRunRequest } from './run-request.ts'
import { watchRun } from './watch-run.ts'

interface RunFlags extends RequestFlags, ServerFlags {
  json?: boolean
  quiet?: boolean
  strict?: boolean
  background?: boolean
  output?: string
  continue?: boolean
  outputDir?: string
}

const MOST_ATTEMPTS = 3

const collect = (text: string, before: string[] = []): string[] => [...before, text]

export function addRun(program: Command, bind: Bind) {
  const command = program
    .command('run')
    .summary('run programs, the code in an answer, or a notebook')
    .description(
      'Run each FILE, or what is piped in. A .md file (or --text) is an answer: the code in it is found and run. An .ipynb file is a notebook: its cells run in one session, and it is written back with their outputs.',
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
    .option(
      '--package <name...>',
      'packages it needs (npm:NAME for npm); refused at once unless they are there or allowed',
    )
    .option('--network <host...>', 'hosts the program may reach; none otherwise')
    .addOption(new Option('--attempts <n>', 'executions at most, 1 to 3').argParser(wholeNumber(1, MOST_ATTEMPTS)))
    .addOption(
      new Option('--repair <mode>', 'safe: make nothing up; bold: may, and says so; off').choices(repairMode.options),
    )
    .addOption(
      new Option(
        '--repair-confidence <share>',
        'how sure a correction must be, 0 to 1; others are suggested',
      ).argParser(shareOfOne),
    )
    .option('--no-repair', 'report a failure and change nothing: --repair off')
    .option('--strict', 'exit with 1 if the program had to be changed, although it ran then')
    .option('--tests', 'make tests for a program that ran well, and run them')
    .option('--no-guard', 'do not look for dangers first')
    .option('--no-analysis', 'do not tell complexity, style and slow spots')
    .option('--performance', 'measure processor time, memory and disk use')
    .option('--cache', 'serve the output of an identical program, if two runs had the same')
    .option('--session <id>', 'session to run in')
    .option('--agent <name>', 'agent that it is for: its lessons and its record')
    .option('--background', 'print the id of the run and leave; it goes on on the server')
    .option('--webhook <url>', 'tell this address when the run has ended')
    .option('--output <file>', 'where a notebook is written with its outputs, - for stdout; in place otherwise')
    .option('--continue', 'go on with the next cell of a notebook when one fails')
    .option('--last-value', 'show the value of the last line of a Python program')
    .option('--output-dir <dir>', 'save the files that the program writes and the figures it shows in this directory')
    .option('-q, --quiet', "print the program's output in its final attempt and nothing else")
    .option('--json', 'print one event per line; the last is run.end')
  bind(withServer(withPolicy(command)), run).addHelpText('after', NOTES)
}

const NOTES = `
The program's output goes to stdout and stderr as it comes; all else goes to stderr.
Ctrl-C cancels the run and exits with 130; a second one leaves at once.
Options that take a list (--file, --network) come after FILE.`

async function run({ host, args: files, flags }: Call<RunFlags>): Promise<number> {
  if (files.some(isNotebook)) return runAsNotebook(host, notebookOf(files, flags), flags)
  if (flags.output !== undefined || flags.continue) throw notForPrograms()
  const request = await readRunRequest({ host, files, flags })
  if (flags.background) return startInBackground({ host, flags }, request)
  const view = flags.json
    ? createJsonView(host)
    : createRunView({
        host,
        attempts: isRepaired(flags) ? (flags.attempts ?? MOST_ATTEMPTS) : 1,
        paths: namesOf(files),
        quiet: flags.quiet,
      })
  const { outputDir } = flags
  const story = emptyRun()
  try {
    return await withClient({ host, flags }, async (client) => {
      const events = (signal: AbortSignal) => client.stream(request, { signal })
      const watched = { host, view: outputDir ? noting(view, story) : view, client, events }
      const code = await watchRun({ ...watched, cancels: true, isStrict: flags.strict })
      const saved = outputDir && story.state === 'ended' ? await saveResults(story, outputDir, client) : []
      if (saved.length > 0 && !flags.quiet && !flags.json)
        await host.stderr.write(`saved ${saved.map(visibleText).join(', ')} in ${visibleText(outputDir ?? '')}\n`)
      return code
    })
  } finally {
    view.close()
  }
}

const isRepaired = ({ repair }: RunFlags): boolean => repair !== false && repair !== 'off'

/** Prints the id alone to stdout, for scripts; the advice goes to stderr. */
async function startInBackground({ host, flags }: Pick<Call<RunFlags>, 'host' | 'flags'>, request: RunRequest) {
  if ((await serverOf(host, flags)) === undefined)
    throw new UsageError(
      '--background needs a server: without one the run would end with this command.',
      'Start "anneal serve" and add --server URL.',
    )
  const { runId } = await withClient({ host, flags }, (client) => client.runs.start(request))
  await say(host, `started; see it with: anneal runs follow ${runId}`)
  if (flags.json) await printJson(host, { runId })
  else await host.stdout.write(`${runId}\n`)
  return EXIT.ok
}

async function runAsNotebook(host: Host, path: string, flags: RunFlags): Promise<number> {
  const { runNotebook } = await import('../notebook/run-notebook.ts')
  return withClient({ host, flags }, (client) => runNotebook({ host, client, path, flags, options: optionsOf(flags) }))
}

const notForPrograms = () =>
  new UsageError('--output and --continue are for notebooks.', 'Name an .ipynb file, or leave them out.')

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
