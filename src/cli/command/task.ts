import { type Command, Option } from 'commander'
import type { ActionOutcome } from '../../contract/action.ts'
import { type DetectedTask, type TaskResult, type TaskType, taskType } from '../../contract/task.ts'
import { type ServerFlags, withClient } from '../connect.ts'
import { type Bind, withJson, withServer } from '../declare.ts'
import { EXIT } from '../exit-code.ts'
import type { Call, Host } from '../host.ts'
import { printJson } from '../text/print-json.ts'
import { createPaint } from '../text/screen.ts'
import { visibleText } from '../text/visible-text.ts'
import { UsageError } from '../usage-error.ts'

interface TaskFlags extends ServerFlags {
  json?: boolean
  detect?: boolean
  session?: string
  type?: TaskType
  expect?: string
}

export function addTask(program: Command, bind: Bind) {
  const command = program
    .command('task')
    .summary('do a task in words')
    .description('Do TASK: it is routed to its kind of work, judged, and tried at most three times.')
    .argument('[TASK...]', 'in words, with the code or the command in it; without them a model is needed')
    .option('--detect', 'tell what kind of work it is, and do nothing')
    .option('--session <id>', 'the session that it works in')
    .addOption(new Option('--type <type>', 'the kind of work, where you know better').choices(taskType.options))
    .option('--expect <text>', 'text that the output has to have')
  bind(withServer(withJson(command)), task).addHelpText('after', NOTES)
}

const NOTES = `
Examples:
  anneal task 'run \`ls -la\` for me'
  anneal task "$(cat task.md)" --expect 42
  anneal task --detect 'Why is the sky blue?'`

async function task({ host, args, flags }: Call<TaskFlags>): Promise<number> {
  const text = args.join(' ')
  if (text.trim() === '') throw new UsageError('There is no task.', `Try "anneal task 'run \`ls\`'".`)
  if (flags.detect) return detectOnly(text, host, flags)
  const { session, type, expect } = flags
  const request = {
    task: text,
    ...(session !== undefined && { session }),
    ...(type && { type }),
    ...(expect !== undefined && { expect: { contains: expect } }),
  }
  const result = await withClient({ host, flags }, (client) => client.tasks.execute(request))
  if (flags.json) await printJson(host, result)
  else await show(host, result)
  return exitCodeOf[result.outcome ?? 'failed']
}

const exitCodeOf: Record<ActionOutcome, number> = {
  ok: EXIT.ok,
  failed: EXIT.failed,
  refused: EXIT.blocked,
  cancelled: EXIT.failed,
  unknown: EXIT.engine,
}

async function detectOnly(text: string, host: Host, flags: TaskFlags): Promise<number> {
  const found = await withClient({ host, flags }, (client) => client.tasks.detect(text))
  if (flags.json) await printJson(host, found)
  else await host.stdout.write(`${typeText(found, host)}\n`)
  return EXIT.ok
}

function typeText({ type, confidence, reasons }: DetectedTask, host: Host): string {
  const paint = createPaint(host.stdout)
  return `${paint('cyan', type)} ${confidence} · ${reasons.join(', ')}`
}

/** Output goes to the one screen, the story of the task to the other. */
async function show(host: Host, result: TaskResult): Promise<void> {
  const paint = createPaint(host.stderr)
  const { type, confidence, reasons, attempts, outcome, answer, output, error, planId, id } = result
  if (type !== null) await host.stderr.write(`${typeText({ type, confidence: confidence ?? 0, reasons }, host)}\n`)
  for (const { n, action, verdict, revision } of attempts) {
    const mark = verdict.passed ? paint('green', '✔') : paint('red', '✖')
    await host.stderr.write(`${mark} try ${n} · ${action.type} · ${visibleText(verdict.reasons.join(', '))}\n`)
    if (revision) await host.stderr.write(`↻ ${revision.by} · ${visibleText(revision.why)}\n`)
  }
  if (planId !== undefined) await host.stderr.write(`plan ${planId}\n`)
  const printed = answer === undefined ? textOf(output) : `${answer}\n`
  await host.stdout.write(printed)
  const end = outcome === 'ok' ? paint('green', '✔ ok') : paint('red', `✖ ${outcome}`)
  await host.stderr.write(`${end} · ${id}\n`)
  if (error && outcome !== 'ok') await host.stderr.write(`${visibleText(error.message)}\n${visibleText(error.hint)}\n`)
}

function textOf(output: unknown): string {
  const { stdout, stderr } = (output ?? {}) as { stdout?: unknown; stderr?: unknown }
  return [stdout, stderr].filter((text) => typeof text === 'string').join('')
}
