import { styleText } from 'node:util'
import type { Health } from '../../contract/api.ts'
import { countText } from './count-text.ts'

export interface WelcomeFacts {
  url: string
  version: string
  /** Only on the very first start. */
  firstKey: string | undefined
  components: Health['components']
  /** Empty when there is none. */
  e2bDomain: string
  /** 0 means for ever. */
  retentionDays: number
}

/** The greeting of a started server: its address, its health, and a command to try next. */
export function welcome({ url, version, firstKey, components, e2bDomain, retentionDays }: WelcomeFacts): string {
  const bold = (text: string) => styleText('bold', text, { stream: process.stdout })
  const dim = (text: string) => styleText('dim', text, { stream: process.stdout })
  const down = Object.entries(components).filter(([, { status }]) => status !== 'ok')
  // Double quotes, so that the shell substitutes the variable.
  const header = firstKey ? `'Authorization: Bearer ${firstKey}'` : '"Authorization: Bearer $ANNEAL_API_KEY"'
  const lines = [
    '',
    `  ${bold(`Anneal ${version}`)} listens on ${bold(url)}`,
    ...down.map(([name, { detail }]) => `  ${styleText('red', '✖', { stream: process.stdout })} ${name}: ${detail}`),
    '',
    ...(firstKey
      ? [
          `  Your API key, shown this once:  ${bold(firstKey)}`,
          dim('  It is an admin key. Keep it; make others with "anneal keys add USER".'),
          '',
        ]
      : [dim('  Lost the key? "anneal keys add USER --admin" makes a new one.'), '']),
    '  Try it:',
    `    curl ${url}/v1/runs -H ${header} \\`,
    `      --json '{"language": "python", "code": "print(6 * 7)"}'`,
    `    echo 'print(6 * 7)' | npx anneal run - --language python`,
    '',
    '  Programs made for E2B run here as they are, with E2B_API_KEY and',
    e2bDomain === '' ? `    E2B_API_URL=${url} E2B_SANDBOX_URL=${url}` : `    E2B_DOMAIN=${e2bDomain}`,
    '',
    `  The API to read:  ${url}/docs  ${dim('(any user name, the key as password)')}`,
    `  ${keptText(retentionDays)}`,
    `  Stop with Ctrl-C.`,
    '',
    '',
  ]
  return lines.join('\n')
}

function keptText(days: number): string {
  if (days === 0) return 'Runs are kept for ever.'
  return `Runs are kept for ${countText(days, 'day')}.`
}
