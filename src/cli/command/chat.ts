import type { Command } from 'commander'
import type { ChatMetadata, ChatPart, ChatRun } from '../../contract/chat.ts'
import type { Outcome } from '../../contract/run.ts'
import { type ServerFlags, withClient } from '../connect.ts'
import { type Bind, withJson, withServer } from '../declare.ts'
import { exitCodeOfOutcome } from '../exit-code.ts'
import type { Call, Host } from '../host.ts'
import { createPaint } from '../text/screen.ts'
import { visibleText } from '../text/visible-text.ts'
import { UsageError } from '../usage-error.ts'

interface ChatFlags extends ServerFlags {
  json?: boolean
  chat?: string
}

export function addChat(program: Command, bind: Bind) {
  const command = program
    .command('chat')
    .summary('ask the model; the code in its answer is run')
    .description(
      'Ask the configured model: the code in its answer is run, and failures go back to it, at most three times.',
    )
    .argument('[MESSAGE...]', 'in words; without a model, code that is run')
    .option('--chat <name>', 'the conversation to go on with, by its id or a name of your own (default)')
  bind(withServer(withJson(command)), chat).addHelpText('after', NOTES)
}

const NOTES = `
Examples:
  anneal chat 'How many prime numbers are below 1000?'
  anneal chat --chat primes 'And below 10000?'`

async function chat({ host, args, flags }: Call<ChatFlags>): Promise<number> {
  const text = args.join(' ')
  if (text.trim() === '') throw new UsageError('There is no message.', `Try "anneal chat 'Add 1 to 10'".`)
  return withClient({ host, flags }, async (client) => {
    const show = flags.json ? (part: ChatPart) => host.stdout.write(`${JSON.stringify(part)}\n`) : createChatView(host)
    let outcome: Outcome = 'error'
    for await (const part of client.chat.ask(flags.chat ?? 'default', text)) {
      await show(part)
      if (part.type === 'finish') outcome = (part.messageMetadata as ChatMetadata).outcome ?? 'error'
    }
    return exitCodeOfOutcome[outcome]
  })
}

/** The words as they come, and a few lines for each run. */
function createChatView(host: Host) {
  const paint = createPaint(host.stdout)
  const write = (text: string) => host.stdout.write(text)
  const told = new Set<string>()
  return async (part: ChatPart): Promise<void> => {
    if (part.type === 'text-delta') await write(visibleLinesIn(String(part.delta)))
    if (part.type === 'text-end') await write('\n')
    if (part.type === 'error') await host.stderr.write(`${paint('red', '✖')} ${visibleText(String(part.errorText))}\n`)
    const data = part.data as { why?: string; text?: string } & Partial<ChatRun>
    if (part.type === 'data-notice') await write(`${paint('yellow', '!')} ${visibleText(data.text ?? '')}\n`)
    if (part.type === 'data-round')
      await write(`${paint('yellow', '↻')} the model is told: ${visibleText(data.why ?? '')}\n`)
    if (part.type !== 'data-run') return
    const key = `${data.runId} ${data.question?.approvalId ?? data.state}`
    if (told.has(key)) return
    told.add(key)
    if (data.question) await write(questionLines(data.question))
    if (data.state === 'ended') await write(endLines(data, paint))
  }
}

const visibleLinesIn = (text: string): string => text.split('\n').map(visibleText).join('\n')

const questionLines = ({ approvalId, title }: NonNullable<ChatRun['question']>): string =>
  `⏸ waits for a person · ${visibleText(title)}\n  anneal approvals approve ${approvalId}, or deny\n`

function endLines(run: Partial<ChatRun>, paint: ReturnType<typeof createPaint>): string {
  const { outcome, stdout = '', stderr = '', languages = [], attempts = 0, repaired, runId = '', error } = run
  const isOk = outcome === 'ok'
  const printed = isOk ? stdout : stdout + stderr
  const output = printed === '' ? '' : `${visibleLinesIn(printed).trimEnd()}\n`
  const facts = [...languages, ...(repaired ? [`repaired, ${attempts} attempts`] : []), runId].join(' · ')
  const reason = error ? `  ${visibleText(error.message)}\n` : ''
  return `${output}${paint(isOk ? 'green' : 'red', isOk ? '✔' : '✖')} ${outcome} · ${facts}\n${reason}`
}
