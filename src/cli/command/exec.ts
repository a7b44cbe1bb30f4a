import { type Command, Option } from 'commander'
import type { CommandRecord } from '../../contract/command.ts'
import { type ServerFlags, withClient } from '../connect.ts'
import { type Bind, positiveNumber, withJson, withServer } from '../declare.ts'
import { EXIT, exitCodeOfOutcome } from '../exit-code.ts'
import type { Call, Host } from '../host.ts'
import { printJson } from '../text/print-json.ts'
import { createPaint } from '../text/screen.ts'
import { type Column, tableText } from '../text/table.ts'
import { momentText } from '../text/time-text.ts'
import { UsageError } from '../usage-error.ts'

interface ExecFlags extends ServerFlags {
  json?: boolean
  history?: boolean
  check?: boolean
  timeout?: number
  network?: string[]
}

export function addExec(program: Command, bind: Bind) {
  const command = program
    .command('exec')
    .summary('run one command of the shell in a sandbox')
    .description('Run COMMAND in a fresh sandbox, if it is one that may be run: 60 s and 10 MB of output at most.')
    .argument('[COMMAND...]', 'the command; quote it when it has options, pipes or variables')
    .option('--history', 'list the commands that were run, or refused, the newest first')
    .option('--check', 'say whether it may be run, and run nothing')
    .addOption(new Option('--timeout <seconds>', 'longest time it may take').argParser(positiveNumber))
    .option('--network <host...>', 'hosts it may reach; none otherwise')
  bind(withServer(withJson(command)), exec).addHelpText('after', NOTES)
}

const NOTES = `
Examples:
  anneal exec 'printf "b\\na\\n" | sort'
  anneal exec --check 'sudo reboot'
  anneal exec --history`

async function exec({ host, args, flags }: Call<ExecFlags>): Promise<number> {
  if (flags.history) return listHistory(host, flags)
  const command = args.join(' ')
  if (command.trim() === '') throw new UsageError('There is no command to run.', `Try "anneal exec 'ls -la'".`)
  if (flags.check) return checkOnly(command, host, flags)
  const { timeout, network } = flags
  const options = {
    ...(timeout !== undefined && { limits: { timeoutMs: Math.max(1, Math.round(timeout * 1000)) } }),
    ...(network && { network: { allow: network } }),
  }
  const result = await withClient({ host, flags }, (client) => client.commands.run({ command, options }))
  if (flags.json) {
    await printJson(host, result)
    return exitCodeOfOutcome[result.outcome]
  }
  await host.stdout.write(result.stdout)
  await host.stderr.write(result.stderr)
  if (result.outcome !== 'ok') {
    const paint = createPaint(host.stderr)
    const how = result.endedBy === 'exit' ? `exit code ${result.exitCode}` : (result.endedBy ?? result.outcome)
    await host.stderr.write(`${paint('red', '✖')} ${how}\n`)
  }
  return exitCodeOfOutcome[result.outcome]
}

async function checkOnly(command: string, host: Host, flags: ExecFlags): Promise<number> {
  const verdict = await withClient({ host, flags }, (client) => client.commands.check(command))
  const paint = createPaint(host.stdout)
  if (flags.json) await printJson(host, verdict)
  else if (verdict.allowed)
    await host.stdout.write(`${paint('green', '✔ may be run')} · ${verdict.programs.join(', ')}\n`)
  else await host.stdout.write(`${paint('red', '✖ refused')} · ${verdict.rule}\n  ${verdict.reason}\n`)
  return verdict.allowed ? EXIT.ok : EXIT.blocked
}

async function listHistory(host: Host, flags: ExecFlags): Promise<number> {
  const history = await withClient({ host, flags }, (client) => client.commands.history())
  if (flags.json) await printJson(host, history)
  else if (history.commands.length === 0) await host.stderr.write('No commands were run yet.\n')
  else await host.stdout.write(tableText(history.commands, columns, host.stdout))
  return EXIT.ok
}

const columns: Column<CommandRecord>[] = [
  { title: 'WHEN', text: ({ at }) => momentText(at) },
  {
    title: 'OUTCOME',
    text: ({ outcome }) => outcome ?? 'running',
    style: ({ outcome }) => (outcome === 'ok' ? 'green' : outcome === null ? 'yellow' : 'red'),
  },
  { title: 'RUN', text: ({ runId, rule }) => runId ?? rule ?? '' },
  { title: 'COMMAND', text: ({ command }) => command },
]
