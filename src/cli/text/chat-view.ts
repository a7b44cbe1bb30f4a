import type { ChatPart, ChatRun } from '../../contract/chat.ts'
import type { Host } from '../host.ts'
import { createPaint } from './screen.ts'
import { visibleText } from './visible-text.ts'

/** The words as they come, and a few lines for each run. */
export function createChatView(host: Host) {
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
