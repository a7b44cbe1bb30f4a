import { type Command, CommanderError } from 'commander'
import { EXIT } from './exit-code.ts'
import { type Host, processHost } from './host.ts'
import { buildProgram } from './program.ts'
import { reportFailure } from './text/report-failure.ts'
import { UsageError } from './usage-error.ts'

/** Runs one command line, without the names of node and the script; gives the exit code. */
export async function main(argv: string[], host: Host = processHost()): Promise<number> {
  const { program, progress } = buildProgram(host, argv[0])
  try {
    await program.parseAsync(argv, { from: 'user' })
    return progress.exitCode
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return await written(progress.writes, EXIT.ok)
    if (error instanceof CommanderError && error.code === 'commander.help')
      return await written(progress.writes, EXIT.usage)
    const failure = error instanceof CommanderError ? usageErrorOf(error, nameOfCommand(program, argv)) : error
    return await reportFailure(failure, { host, json: argv.includes('--json') })
  }
}

/** A reader who leaves before the end of the help is no failure. */
async function written(writes: Promise<void>[], exitCode: number): Promise<number> {
  await Promise.allSettled(writes)
  return exitCode
}

/** "error: unknown option '--jsn'\n(Did you mean --json?)" in the form of all our errors. */
function usageErrorOf(error: CommanderError, command: string): UsageError {
  const [first = '', suggestion] = error.message.replace(/^error: /, '').split('\n')
  const message = first.charAt(0).toUpperCase() + first.slice(1)
  const help = `See "${command} --help".`
  const hint = suggestion ? `${suggestion.replace(/^\(|\)$/g, '')} ${help}` : help
  return new UsageError(/[.!?]$/.test(message) ? message : `${message}.`, hint)
}

function nameOfCommand(program: Command, argv: string[]): string {
  const names = [program.name()]
  let current = program
  for (const word of argv) {
    const next = current.commands.find((command) => command.name() === word)
    if (!next) break
    names.push(word)
    current = next
  }
  return names.join(' ')
}
