import type { Client } from '../../sdk/sdk.ts'
import { exitCodeOfSignal } from '../exit-code.ts'
import type { Host } from '../host.ts'
import { reportFailure } from '../text/report-failure.ts'
import { createPaint, OutputFailed, PipeClosed } from '../text/screen.ts'
import { INTERRUPTED, type Lines } from './lines.ts'

const LEAVE = ['/quit', '/exit', '/q']
const ENDED_BY_SIGNAL: number[] = [exitCodeOfSignal.SIGTERM, exitCodeOfSignal.SIGHUP]

/** A conversation at a terminal: one message after the other, until the person leaves. */
export async function runChat(
  { host, client, name }: { host: Host; client: Client; name: string },
  ask: (message: string) => Promise<number>,
): Promise<number> {
  const { openShellHistory } = await import('./shell-history.ts')
  const history = await openShellHistory((await host.readSettings()).home)
  await host.stderr.write(await welcome({ host, client, name }))
  const lines = await host.openTerminal({ history: history.newestFirst, onLine: history.add })
  const forget = host.onStop((signal) => signal !== 'SIGINT' && lines.close())
  try {
    const prompt = `${createPaint(host.stdout)(['cyan', 'bold'], 'you>')} `
    for (let message = await readMessage(lines, prompt); message !== undefined; ) {
      const came = message.trim() === '' ? 0 : await surviving(host, () => ask(message ?? ''))
      if (ENDED_BY_SIGNAL.includes(came)) return came
      message = await readMessage(lines, prompt)
    }
    await host.stderr.write(`\nThe conversation stays: anneal chat --chat ${name}\n`)
    return 0
  } finally {
    forget()
    lines.close()
    await history.close()
  }
}

async function welcome({ host, client, name }: { host: Host; client: Client; name: string }): Promise<string> {
  const paint = createPaint(host.stderr)
  const { model, configure } = await client.chat.model()
  const rest = paint('dim', `· conversation ${name} · Ctrl-C stops an answer, Ctrl-D leaves`)
  if (model !== null) return `${paint('bold', model)} ${rest}\n`
  return `${paint('yellow', 'No model is configured: code that you paste is run.')} ${rest}\n${configure}\n`
}

/** Lines that were pasted together are one message. Undefined at the end. */
async function readMessage(lines: Lines, prompt: string): Promise<string | undefined> {
  const first = await lines.read(prompt)
  if (first === INTERRUPTED) return ''
  if (first === undefined || LEAVE.includes(first.trim())) return undefined
  const message = [first]
  for (let next = await lines.peek(); next !== undefined; next = await lines.peek()) {
    message.push(next)
    await lines.read('')
  }
  return message.join('\n')
}

/** A failed question is told, and the next one can be asked. */
async function surviving(host: Host, work: () => Promise<number>): Promise<number> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof PipeClosed || error instanceof OutputFailed) throw error
    return reportFailure(error, { host, json: false })
  }
}
