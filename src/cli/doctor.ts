import type { Command } from 'commander'
import type { HostCheck } from '../contract/api.ts'
import { type ServerFlags, withClient } from './connect.ts'
import { type Bind, withJson, withServer } from './declare.ts'
import { displayWidth, padTo, wrapTo } from './display-width.ts'
import { EXIT } from './exit-code.ts'
import type { Call } from './host.ts'
import { printJson } from './print-json.ts'
import { createPaint, type Paint, type Screen } from './screen.ts'
import { visibleLines, visibleText } from './visible-text.ts'

interface DoctorFlags extends ServerFlags {
  json?: boolean
}

export function addDoctor(program: Command, bind: Bind) {
  const command = program
    .command('doctor')
    .summary('check that this host can run code')
    .description('Check that this host can run code, and say what to do if not.')
  bind(withServer(withJson(command)), doctor)
}

async function doctor({ host, flags }: Call<DoctorFlags>): Promise<number> {
  const report = await withClient({ host, flags }, (client) => client.doctor())
  const exitCode = report.ok ? EXIT.ok : EXIT.failed
  if (flags.json) {
    await printJson(host, report)
    return exitCode
  }
  const paint = createPaint(host.stdout)
  const width = Math.max(...report.checks.map(({ name }) => displayWidth(visibleText(name))))
  const lines = report.checks.flatMap((check) => checkLines(check, { width, screen: host.stdout, paint }))
  const failed = report.checks.filter(({ ok }) => !ok).length
  const verdict = report.ok
    ? `${paint('green', '✔')} This host can run code.`
    : `${paint('red', '✖')} ${failed} of ${report.checks.length} checks failed; what to do stands below each.`
  await host.stdout.write([...lines, '', verdict].map((line) => `${line}\n`).join(''))
  return exitCode
}

function checkLines(
  { name, ok, detail, remedy }: HostCheck,
  { width, screen, paint }: { width: number; screen: Screen; paint: Paint },
) {
  const mark = ok ? paint('green', '✔') : paint('red', '✖')
  const indent = ' '.repeat(width + 4)
  const room = screen.isTerminal ? screen.columns - indent.length : Number.POSITIVE_INFINITY
  const [first = '', ...others] = visibleLines(detail).flatMap((line) => wrapTo(line, room))
  return [
    `${mark} ${padTo(visibleText(name), { width })}  ${first}`.trimEnd(),
    ...others.map((line) => `${indent}${line}`),
    ...(remedy ? visibleLines(remedy).map((line) => `${indent}${paint('cyan', `→ ${line}`)}`) : []),
  ]
}
