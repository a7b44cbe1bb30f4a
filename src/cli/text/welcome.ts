import { styleText } from 'node:util'
import type { Health } from '../../contract/api.ts'
import { countText } from './count-text.ts'

export interface WelcomeFacts {
  url: string
  version: string
  /** The first key, shown only on the very first start. */
  firstKey: string | undefined
  /** Signs a browser in, once. */
  signInLink?: string
  components: Health['components']
  /** Empty when there is none. */
  e2bDomain: string
  /** 0 means for ever. */
  retentionDays: number
  /** Remedies for the parts that are weaker on this host than they could be. */
  weaker?: string | undefined
  /** Whether sandboxes of E2B's API can be made here. */
  hasMachines: boolean
}

/** The greeting of a started server: its address, its health, and a command to try next. */
export function welcome(facts: WelcomeFacts): string {
  const { url, version, firstKey, components, retentionDays, weaker } = facts
  const bold = (text: string) => styleText('bold', text, { stream: process.stdout })
  const dim = (text: string) => styleText('dim', text, { stream: process.stdout })
  const down = Object.entries(components).filter(([, { status }]) => status !== 'ok')
  // Double quotes, so that the shell substitutes the variable.
  const header = firstKey ? `'Authorization: Bearer ${firstKey}'` : '"Authorization: Bearer $ANNEAL_API_KEY"'
  const lines = [
    '',
    `  ${bold(`Anneal ${version}`)} listens on ${bold(url)}`,
    ...down.map(([name, { detail }]) => `  ${styleText('red', '✖', { stream: process.stdout })} ${name}: ${detail}`),
    ...(weaker ? weakerLines(weaker) : []),
    '',
    ...(facts.signInLink
      ? [
          `  The console:  ${bold(`${url}/sign-in#${facts.signInLink}`)}`,
          dim('  The link signs one browser in, once, within an hour; later, sign in with a key.'),
          '',
        ]
      : []),
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
    ...(facts.hasMachines ? machineLines(facts) : []),
    `  The API to read:  ${url}/docs  ${dim('(any user name, the key as password)')}`,
    `  ${keptText(retentionDays)}`,
    `  Stop with Ctrl-C.`,
    '',
    '',
  ]
  return lines.join('\n')
}

function machineLines({ url, e2bDomain }: WelcomeFacts): string[] {
  return [
    '  Programs made for E2B run here as they are, with E2B_API_KEY and',
    e2bDomain === '' ? `    E2B_API_URL=${url} E2B_SANDBOX_URL=${url}` : `    E2B_DOMAIN=${e2bDomain}`,
    '',
  ]
}

/** A sentence to a line; the command in the last one stands whole, to be copied. */
function weakerLines(remedy: string): string[] {
  const [first = '', ...others] = remedy.split(/(?<=[.:]) (?=\S)/)
  const yellow = (text: string) => styleText('yellow', text, { stream: process.stdout })
  return [yellow(`  ! ${first}`), ...others.map((text) => yellow(`    ${text}`))]
}

function keptText(days: number): string {
  if (days === 0) return 'Runs are kept for ever.'
  return `Runs are kept for ${countText(days, 'day')}.`
}
