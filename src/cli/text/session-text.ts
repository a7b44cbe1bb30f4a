import type { SessionInfo } from '../../contract/session.ts'
import type { Host } from '../host.ts'
import { countText } from './count-text.ts'
import { createPaint } from './screen.ts'
import { lostLines } from './state-lines.ts'
import { ageText, momentText } from './time-text.ts'
import { visibleText } from './visible-text.ts'

/** One session, for people: distinguishing facts first, unset fields left out. */
export function sessionText(session: SessionInfo, host: Host): string {
  const paint = createPaint(host.stdout)
  const facts = factsOf(session, host)
  const width = Math.max(...facts.map(([name]) => name.length))
  const lines = [
    `${paint('bold', session.id)} ${paint('dim', `· ${session.status}`)}`,
    ...facts.map(([name, text]) => `  ${paint('dim', name.padEnd(width))}  ${visibleText(text)}`),
    ...lostLines(session.lost, { paint, width: host.stdout.columns }),
  ]
  return lines.map((line) => `${line}\n`).join('')
}

function factsOf(session: SessionInfo, host: Host): [name: string, text: string][] {
  const { conversation, expiresAt, languages, volumes, network, branchedFrom, limits } = session
  const now = host.now()
  const pairs = (record: Record<string, unknown>) =>
    Object.entries(record).map(([name, value]) => `${name}=${String(value)}`)
  const facts: [string, string | false][] = [
    ['conversation', conversation !== session.id && conversation],
    ['made', `${momentText(session.createdAt)} · used ${ageText(session.usedAt, now)}`],
    ['removed', expiresAt === null ? 'never' : `${momentText(expiresAt)} unless it is used before`],
    ['executions', `${session.executions}${languages.length > 0 ? ` · ${languages.join(', ')}` : ''}`],
    ['directory', session.cwd],
    ['environment', pairs(session.env).join(' ')],
    ['volumes', volumes.map(({ name, readOnly }) => `${name}${readOnly ? ' (read-only)' : ''}`).join(', ')],
    ['network', network.allow.join(', ')],
    ['limits', pairs(limits).join(' ')],
    ['metadata', pairs(session.metadata).join(' ')],
    ['transactions', session.transactions ? 'on: what fails leaves no trace' : 'off: what fails is kept'],
    [
      'checkpoints',
      session.checkpointEvery === 0 ? 'none by itself' : `every ${countText(session.checkpointEvery, 'execution')}`,
    ],
    ['branched', branchedFrom !== null && `from ${branchedFrom}`],
  ]
  return facts.filter((fact): fact is [string, string] => fact[1] !== false && fact[1] !== '')
}
