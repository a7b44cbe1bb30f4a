import { text as textOf } from 'node:stream/consumers'
import type { Command } from 'commander'
import type { ChatMetadata, ChatPart } from '../../contract/chat.ts'
import type { Outcome } from '../../contract/run.ts'
import type { Client } from '../../sdk/sdk.ts'
import { type ServerFlags, withClient } from '../connect.ts'
import { type Bind, withJson, withServer } from '../declare.ts'
import { exitCodeOfOutcome, exitCodeOfSignal } from '../exit-code.ts'
import type { Call, Host } from '../host.ts'
import { createChatView } from '../text/chat-view.ts'
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
      'Ask the configured model: the code in its answer is run, and failures go back to it, at most three times. Without MESSAGE, piped input is the message; at a terminal it is a conversation.',
    )
    .argument('[MESSAGE...]', 'in words; without a model, code that is run')
    .option('--chat <name>', 'the conversation to go on with, by its id or a name of your own (default)')
  bind(withServer(withJson(command)), chat).addHelpText('after', NOTES)
}

const NOTES = `
Examples:
  anneal chat 'How many prime numbers are below 1000?'
  anneal chat --chat primes 'And below 10000?'
  anneal chat < answer.md
  anneal chat --chat primes`

async function chat({ host, args, flags }: Call<ChatFlags>): Promise<number> {
  const isTyped = args.length === 0 && host.stdin.isTTY === true && host.stdout.isTerminal && !flags.json
  const message = args.length > 0 || host.stdin.isTTY ? args.join(' ') : await textOf(host.stdin)
  if (!isTyped && message.trim() === '')
    throw new UsageError('There is no message.', `Try "anneal chat 'Add 1 to 10'".`)
  const name = flags.chat ?? 'default'
  return withClient({ host, flags }, async (client) => {
    if (!isTyped) return ask({ host, client, name, isJson: flags.json === true }, message)
    const { runChat } = await import('../shell/run-chat.ts')
    return runChat({ host, client, name }, (words) => ask({ host, client, name, isJson: false }, words))
  })
}

interface Asking {
  host: Host
  client: Client
  name: string
  isJson: boolean
}

/** Shows one answer; Ctrl-C stops it. */
async function ask({ host, client, name, isJson }: Asking, message: string): Promise<number> {
  const show = isJson ? (part: ChatPart) => host.stdout.write(`${JSON.stringify(part)}\n`) : createChatView(host)
  const stopping = new AbortController()
  let stopped: number | undefined
  const forget = host.onStop((signal) => {
    stopped = exitCodeOfSignal[signal]
    stopping.abort()
  })
  let outcome: Outcome = 'error'
  try {
    for await (const part of client.chat.ask(name, message, { signal: stopping.signal })) {
      await show(part)
      if (part.type === 'finish') outcome = (part.messageMetadata as ChatMetadata).outcome ?? 'error'
    }
  } catch (error) {
    if (stopped === undefined) throw error
    await host.stderr.write('\n■ stopped; the words so far are kept\n')
  } finally {
    forget()
  }
  return stopped ?? exitCodeOfOutcome[outcome]
}
