import { readFileSync } from 'node:fs'
import { styleText } from 'node:util'
import { Command, type OutputConfiguration } from 'commander'
import { addAction } from './command/action.ts'
import { addAgents } from './command/agents.ts'
import { addAnalyze } from './command/analyze.ts'
import { addApprovals } from './command/approvals.ts'
import { addBackup, addRestore } from './command/backup-command.ts'
import { addBench } from './command/bench-command.ts'
import { addBrowse } from './command/browse.ts'
import { addCerts } from './command/certs-command.ts'
import { addChat } from './command/chat.ts'
import { addCheckpoint } from './command/checkpoint.ts'
import { addCompletion } from './command/completion.ts'
import { addConfig } from './command/config.ts'
import { addDebug } from './command/debug.ts'
import { addDetect } from './command/detect.ts'
import { addDoctor } from './command/doctor.ts'
import { addEvents } from './command/events.ts'
import { addExec } from './command/exec.ts'
import { addGraph } from './command/graph.ts'
import { addGuard } from './command/guard.ts'
import { addInsights } from './command/insights.ts'
import { addKeys } from './command/keys.ts'
import { addLogs } from './command/logs.ts'
import { addMcp } from './command/mcp-command.ts'
import { addMemory } from './command/memory.ts'
import { addPackages } from './command/packages.ts'
import { addPlan } from './command/plan.ts'
import { addPlaybook } from './command/playbook.ts'
import { addRun } from './command/run.ts'
import { addRuns } from './command/runs.ts'
import { addServe } from './command/serve-command.ts'
import { addSession } from './command/session.ts'
import { addShell } from './command/shell.ts'
import { addStats } from './command/stats.ts'
import { addStrategies } from './command/strategies.ts'
import { addTask } from './command/task.ts'
import { addTest } from './command/test.ts'
import { addUsers } from './command/users.ts'
import { addVolume } from './command/volume.ts'
import type { Bind } from './declare.ts'
import type { Host } from './host.ts'
import type { Screen } from './text/screen.ts'

/** The exit code of the chosen command, and the writes that were not awaited yet. */
export interface Progress {
  exitCode: number
  writes: Promise<void>[]
}

type Add = (program: Command, bind: Bind) => void

const GROUPS: [title: string, adds: Add[]][] = [
  [
    'Run code:',
    [
      addRun,
      addDetect,
      addExec,
      addBrowse,
      addTask,
      addChat,
      addPlan,
      addAction,
      addApprovals,
      addGuard,
      addAnalyze,
      addTest,
      addDebug,
      addShell,
    ],
  ],
  ['Keep things:', [addSession, addCheckpoint, addVolume]],
  [
    'Look back:',
    [addRuns, addEvents, addGraph, addLogs, addStats, addStrategies, addMemory, addPlaybook, addInsights, addAgents],
  ],
  [
    'Look after the engine:',
    [
      addServe,
      addMcp,
      addKeys,
      addUsers,
      addPackages,
      addConfig,
      addCerts,
      addBackup,
      addRestore,
      addDoctor,
      addBench,
      addCompletion,
    ],
  ],
]

/** Declaring all commands takes as long as a small program runs: the one that is called most is declared alone. */
const ALONE: Record<string, Add> = { run: addRun }

/**
 * The command tree, whole unless `name` is that of a command that is declared alone. Nothing heavy is loaded before a command is called,
 * so that help is fast.
 */
export function buildProgram(host: Host, name = ''): { program: Command; progress: Progress } {
  const called = Object.hasOwn(ALONE, name) ? ALONE[name] : undefined
  const progress: Progress = { exitCode: 0, writes: [] }
  const program = new Command('anneal')
    .description('Runs code in real Linux sandboxes, on your own machine.')
    .version(readVersion(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print help')
    .exitOverride()
    .configureOutput(outputOf(host, progress))
    .configureHelp({ styleTitle: inStyle('bold'), styleCommandText: inStyle('cyan'), styleOptionText: inStyle('cyan') })
    .addHelpText('after', NOTES)
  const bind: Bind = (command, behaviour) =>
    command.action(async () => {
      progress.exitCode = await behaviour({
        host,
        args: command.args,
        flags: command.opts<Parameters<typeof behaviour>[0]['flags']>(),
      })
    })

  for (const [title, adds] of GROUPS) {
    program.commandsGroup(title)
    for (const add of adds) if (called === undefined || add === called) add(program, bind)
  }
  program.helpCommand('help [command]', 'print help for a command')
  return { program, progress }
}

const NOTES = `
Examples:
  anneal run hello.py                       run a program
  echo 'print(6*7)' | anneal run - -l python
  anneal run answer.md                      run the code blocks of an answer
  anneal runs show ID                       look at a past run
  anneal serve                              start the server on 127.0.0.1:4400

Exit codes:
  0  ok      1  the program failed or was cancelled      2  wrong usage or request
  3  blocked 4  the engine failed                      130  stopped by Ctrl-C`

const inStyle = (style: 'bold' | 'cyan') => (text: string) => styleText(style, text, { validateStream: false })

/** Errors are thrown to `main`, which formats them like every other error. */
function outputOf(host: Host, progress: Progress): OutputConfiguration {
  const writeTo = (screen: Screen) => (text: string) => void progress.writes.push(screen.write(text))
  const widthOf = (screen: Screen) => Math.min(screen.columns, 100)
  return {
    writeOut: writeTo(host.stdout),
    writeErr: writeTo(host.stderr),
    outputError: () => undefined,
    getOutHasColors: () => host.stdout.hasColours,
    getErrHasColors: () => host.stderr.hasColours,
    getOutHelpWidth: () => widthOf(host.stdout),
    getErrHelpWidth: () => widthOf(host.stderr),
  }
}

/** The sources and the built package are equally deep, so the same path finds the manifest of both. */
function readVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
  return String((manifest as { version: unknown }).version)
}
