import { readFileSync } from 'node:fs'
import { styleText } from 'node:util'
import { Command, Option } from 'commander'
import type { Command as CliCommand, Host } from './host.ts'
import { count, positive } from './option-value.ts'

/** Where the chosen command leaves its exit code, and what was written on the way and not waited for. */
export interface Progress {
  exitCode: number
  writes: Promise<void>[]
}

/**
 * The whole command tree: names, options and help. What a command does is loaded when it is called, so that help,
 * completion and usage errors are quick.
 */
export function buildProgram(host: Host): { program: Command; progress: Progress } {
  const progress: Progress = { exitCode: 0, writes: [] }
  const program = new Command('anneal')
    .description('Runs code in real Linux sandboxes, on your own machine.')
    .version(readVersion(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print help')
    .helpCommand('help [command]', 'print help for a command')
    .exitOverride()
    .configureOutput(outputOf(host, progress))
    .configureHelp({
      styleTitle: (title) => styleText('bold', title, { validateStream: false }),
      styleCommandText: (text) => styleText('cyan', text, { validateStream: false }),
      styleSubcommandText: (text) => styleText('cyan', text, { validateStream: false }),
      styleOptionText: (text) => styleText('cyan', text, { validateStream: false }),
    })
  const bind: Bind = (command, load) =>
    command.action(async () => {
      const run = await load()
      progress.exitCode = await run({ host, args: command.args, flags: command.opts() })
    })

  program.commandsGroup('Run code:')
  addRun(program, bind)
  addDetect(program, bind)
  program.commandsGroup('Look back:')
  addRuns(program, bind)
  addLookBack(program, bind)
  program.commandsGroup('Look after the engine:')
  addServe(program, bind)
  addKeys(program, bind)
  addCare(program, bind)
  program.addHelpText('after', PROGRAM_NOTES)
  return { program, progress }
}

/** The flags of a command come from the options declared beside it; their type is told where the command is. */
type Bind = <Flags>(command: Command, load: () => Promise<CliCommand<Flags>>) => Command

function addRun(program: Command, bind: Bind) {
  const run = program
    .command('run')
    .summary('run a program, or the code in an answer')
    .description('Runs FILE, or what is piped in. A .md file (or --text) is an answer: the code in it is found and run.')
    .argument('[file]', 'the program or answer; - is standard input')
    .option('-l, --language <name>', 'language of the program; otherwise the ending of FILE tells it')
    .option('--text', 'take the input as an answer, whatever its name')
    .option('--input <file>', 'what the program reads from standard input; - passes ours on')
    .option('--file <path...>', 'files to lay beside the program')
    .addOption(new Option('--timeout <seconds>', 'longest time one execution may take').argParser(positive))
    .addOption(new Option('--memory <mb>', 'most memory the program may take').argParser(count(1)))
    .option('--network <host...>', 'hosts the program may reach; none otherwise')
    .addOption(new Option('--attempts <n>', 'executions at most, 1 to 3').argParser(count(1, 3)))
    .option('--tests', 'make and run tests')
    .option('--session <id>', 'session to run in')
    .option('-q, --quiet', "print the program's output and nothing else")
    .option('--json', 'print one event per line; the last is run.end')
  bind(withServer(run), async () => (await import('./run.ts')).run).addHelpText('after', RUN_NOTES)
}

function addDetect(program: Command, bind: Bind) {
  const detect = program
    .command('detect')
    .summary('list the code found in an answer')
    .description('Lists the blocks of code in FILE, or in what is piped in, without running them.')
    .argument('[file]', 'the answer; - is standard input')
  bind(withServer(withJson(detect)), async () => (await import('./detect.ts')).detect)
}

function addRuns(program: Command, bind: Bind) {
  const runs = program.command('runs').summary('list, show, follow and cancel runs').description('Runs of the past and present.')
  const list = runs
    .command('list')
    .description('Lists your runs, newest first.')
    .addOption(new Option('--limit <n>', 'at most this many (20)').argParser(count(1, 1000)))
    .option('--before <id>', 'only runs older than this one')
  bind(withServer(withJson(list)), async () => (await import('./runs.ts')).listRuns)
  const show = runs.command('show').description('Shows a run: its code, its output and how it ended.').argument('<id>', 'id of the run')
  bind(withServer(withJson(show)), async () => (await import('./runs.ts')).showRun)
  const follow = runs
    .command('follow')
    .description('Tells a run from its start to its end; one that is going on is told live. Ctrl-C does not stop the run.')
    .argument('<id>', 'id of the run')
    .option('--json', 'print one event per line; the last is run.end')
  bind(withServer(follow), async () => (await import('./runs.ts')).followRun)
  const cancel = runs.command('cancel').description('Stops a run that is going on.').argument('<id>', 'id of the run')
  bind(withServer(withJson(cancel)), async () => (await import('./runs.ts')).cancelRun)
}

function addLookBack(program: Command, bind: Bind) {
  const logs = program
    .command('logs')
    .description('Prints what happened in your runs, one line for each thing that ended.')
    .addOption(new Option('--level <level>', 'this level and above').choices(['debug', 'info', 'warn', 'error']))
    .option('--from <date>', 'from this ISO date or time on')
    .option('--to <date>', 'up to this ISO date or time')
    .addOption(new Option('--limit <n>', 'at most this many, the newest (1000)').argParser(count(1, 100_000)))
    .addOption(new Option('--csv', 'print comma-separated values').conflicts('json'))
  bind(withServer(withJson(logs)), async () => (await import('./logs.ts')).logs)
  const stats = program
    .command('stats')
    .description('Prints totals, success rates and durations of your runs.')
    .option('--all', 'of all users; needs an admin key')
  bind(withServer(withJson(stats)), async () => (await import('./stats.ts')).stats)
}

function addServe(program: Command, bind: Bind) {
  const serve = program
    .command('serve')
    .description('Starts the server.')
    .option('--port <n>', 'port to listen on (4400); 0 takes a free one')
    .option('--host <address>', 'address to listen on (127.0.0.1)')
  bind<{ port?: string; host?: string }>(serve, async () => {
    const module = await import('./serve.ts')
    return async ({ flags }) => {
      await module.serve(flags)
      return 0
    }
  })
}

function addKeys(program: Command, bind: Bind) {
  const keys = program.command('keys').summary('add, list and revoke API keys').description('The keys that may use the server.')
  const add = keys
    .command('add')
    .description('Makes a key and prints it, this once.')
    .argument('<user>', 'whose runs the key may see; made if it is new')
    .option('--admin', 'may manage keys and see settings, metrics and the host report')
    .option('--label <text>', 'a note to recognise it by')
  bind(withServer(withJson(add)), async () => (await import('./keys.ts')).addKey)
  const list = keys.command('list').description('Lists the keys, without the secret part.')
  bind(withServer(withJson(list)), async () => (await import('./keys.ts')).listKeys)
  const revoke = keys.command('revoke').description('Ends a key for good.').argument('<id>', 'id of the key, as "keys list" shows it')
  bind(withServer(withJson(revoke)), async () => (await import('./keys.ts')).revokeKey)
}

function addCare(program: Command, bind: Bind) {
  const config = program
    .command('config')
    .description('Prints every setting, its value and where that comes from.')
    .option('--help-all', 'with what each setting does and what it may be')
  bind(withServer(withJson(config)), async () => (await import('./config.ts')).config)
  const doctor = program.command('doctor').description('Checks that this host can run code, and says what to do if not.')
  bind(withServer(withJson(doctor)), async () => (await import('./doctor.ts')).doctor)
  const completion = program
    .command('completion')
    .description('Prints a completion script for your shell.')
    .argument('<shell>', 'bash, zsh or fish')
    .addHelpText('after', COMPLETION_NOTES)
  bind(completion, async () => {
    const { completion: print } = await import('./completion.ts')
    return (call) => print({ ...call, program })
  })
}

const withJson = (command: Command) => command.option('--json', 'print one JSON document')

const withServer = (command: Command) =>
  command
    .option('--server <url>', 'use this server instead of running in-process (ANNEAL_SERVER)')
    .option('--api-key <key>', 'key for the server (ANNEAL_API_KEY)')
