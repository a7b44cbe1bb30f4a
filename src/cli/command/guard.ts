import { basename } from 'node:path'
import type { Command } from 'commander'
import type { GuardReport, GuardRuleInfo } from '../../contract/guard.ts'
import { type ServerFlags, withClient } from '../connect.ts'
import { type Bind, withJson, withServer } from '../declare.ts'
import { EXIT } from '../exit-code.ts'
import type { Call, Host } from '../host.ts'
import { readText } from '../read-file.ts'
import { findingLines } from '../text/finding-lines.ts'
import { printJson } from '../text/print-json.ts'
import { createPaint } from '../text/screen.ts'
import { type Column, tableText } from '../text/table.ts'
import { UsageError } from '../usage-error.ts'
import { type PolicyFlags, policyOf, withPolicy } from './guard-policy.ts'

interface GuardFlags extends ServerFlags, PolicyFlags {
  language?: string
  json?: boolean
  sarif?: boolean
  fix?: boolean
  rules?: boolean
  review?: boolean
}

export function addGuard(program: Command, bind: Bind) {
  const command = program
    .command('guard')
    .summary('look for dangers in a program')
    .description(
      'Look for dangers in FILE, or in what is piped in, without running it. Exits with 3 when it is blocked.',
    )
    .argument('[FILE]', 'the program; - is standard input')
    .option('-l, --language <name>', 'language of the program; otherwise the ending of FILE tells it')
    .option('--sarif', 'print the findings as SARIF 2.1.0')
    .option('--fix', 'print the program with every fix that is known to be safe')
    .option('--review', 'ask the model too, where one is configured')
    .option('--rules', 'list all rules')
  bind(withServer(withJson(withPolicy(command))), guard).addHelpText('after', NOTES)
}

const NOTES = `
Examples:
  anneal guard script.py
  anneal guard script.py --block high --allow python/weak-hash
  anneal guard script.py --sarif > findings.sarif
  anneal guard script.py --fix > safer.py`

async function guard({ host, args: [file], flags }: Call<GuardFlags>): Promise<number> {
  if (flags.rules) return listRules(host, flags)
  if (file === undefined && host.stdin.isTTY) {
    throw new UsageError(
      'There is nothing to look at: no FILE is named and nothing is piped in.',
      'Try "anneal guard FILE".',
    )
  }
  const path = file ?? '-'
  const code = await readText(path, host)
  const { language, review } = flags
  const policy = policyOf(flags)
  const report = await withClient({ host, flags }, (client) =>
    client.guard({
      code,
      ...(path !== '-' && { fileName: basename(path) }),
      ...(language !== undefined && { language }),
      ...(policy && { policy }),
      ...(review && { review }),
    }),
  )
  if (flags.json) await printJson(host, report)
  else if (flags.sarif) await printSarif(host, report, path)
  else {
    await tell(report, code, host)
    if (flags.fix) await host.stdout.write(report.sanitized?.code ?? code)
  }
  return report.safe ? EXIT.ok : EXIT.blocked
}

async function printSarif(host: Host, report: GuardReport, path: string): Promise<void> {
  const { sarifOf } = await import('../text/sarif.ts')
  await printJson(host, sarifOf(report, { path }))
}

async function tell(report: GuardReport, code: string, host: Host): Promise<void> {
  const paint = createPaint(host.stderr)
  const { findings, score, safe, unread = [], leftOut = 0 } = report
  const count = findings.length + leftOut
  const found = count === 0 ? 'nothing found' : count === 1 ? '1 finding' : `${count} findings`
  const mark = safe ? paint('green', '✔ may run') : paint('red', '✖ blocked')
  const lines = [
    ...findings.flatMap((finding) => findingLines(finding, { code, paint, width: host.stderr.columns })),
    `${mark} · ${found} · score ${score}`,
    ...(leftOut > 0 ? [paint('dim', `  ${leftOut} more findings are not shown.`)] : []),
    ...unread.map((sentence) => paint('dim', `  partial: ${sentence}`)),
    ...(report.sanitized
      ? [paint('dim', `  --fix prints it with the safe fixes made (${report.sanitized.rules.join(', ')}).`)]
      : []),
  ]
  await host.stderr.write(lines.map((line) => `${line}\n`).join(''))
}

async function listRules(host: Host, flags: GuardFlags): Promise<number> {
  const { rules } = await withClient({ host, flags }, (client) => client.guardRules())
  const { language } = flags
  const wanted = rules.filter(({ languages }) => language === undefined || languages.includes(language))
  if (flags.json) await printJson(host, { rules: wanted })
  else await host.stdout.write(tableText(wanted, columns, host.stdout))
  return EXIT.ok
}

const columns: Column<GuardRuleInfo>[] = [
  { title: 'RULE', text: ({ id }) => id },
  { title: 'SEVERITY', text: ({ severity }) => severity },
  { title: 'FAMILY', text: ({ family }) => family },
  { title: 'CWE', text: ({ cwe }) => cwe.join(', ') },
  { title: 'FINDS', text: ({ title }) => title },
]
