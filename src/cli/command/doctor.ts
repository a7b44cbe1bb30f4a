import type { Command } from 'commander'
import type { HostCheck, HostReport, WallCheckResult } from '../../contract/api.ts'
import { type ServerFlags, withClient } from '../connect.ts'
import { type Bind, withJson, withServer } from '../declare.ts'
import { EXIT } from '../exit-code.ts'
import type { Call, Host } from '../host.ts'
import { countText } from '../text/count-text.ts'
import { displayWidth, padTo, wrapTo } from '../text/display-width.ts'
import { printJson } from '../text/print-json.ts'
import { createPaint, type Paint, type Screen } from '../text/screen.ts'
import { visibleLines, visibleText } from '../text/visible-text.ts'
import { tryWalls, wallLines } from './wall-checks.ts'

interface DoctorFlags extends ServerFlags {
  json?: boolean
  quick?: boolean
}

export function addDoctor(program: Command, bind: Bind) {
  const command = program
    .command('doctor')
    .summary('check that this host can run code safely')
    .description('Show what this host offers, try every promise of its sandboxes, and say what to do about shortfalls.')
    .option('--quick', 'try only the few checks that a server runs at its start, and start no browser')
  bind(withServer(withJson(command)), doctor)
}

async function doctor({ host, flags }: Call<DoctorFlags>): Promise<number> {
  return withClient({ host, flags }, async (client) => {
    const report = await client.doctor({ prove: !flags.quick })
    if (!flags.json) await host.stdout.write(joined([...reportLines(report, host), '']))
    // Without a sandbox every check would fail for the one reason that is shown already.
    const canRun = report.checks.every(({ name, ok }) => ok || !name.startsWith('sandbox'))
    const walls = canRun ? await tryWalls(client, host, { quick: flags.quick ?? false }) : []
    const failed = walls.flatMap(({ results }) => results).filter(({ ok }) => !ok)
    const ok = report.ok && failed.length === 0
    if (flags.json) await printJson(host, { ...report, ok, walls })
    else await host.stdout.write(joined([...wallLines(walls, host), verdict(report, failed, host)]))
    return ok ? EXIT.ok : EXIT.failed
  })
}

const joined = (lines: string[]): string => lines.map((line) => `${line}\n`).join('')

function reportLines(report: HostReport, host: Host): string[] {
  const paint = createPaint(host.stdout)
  const width = Math.max(...report.checks.map(({ name }) => displayWidth(visibleText(name))))
  return report.checks.flatMap((check) => checkLines(check, { width, screen: host.stdout, paint }))
}

function verdict(report: HostReport, failed: WallCheckResult[], host: Host): string {
  const paint = createPaint(host.stdout)
  const missing = report.checks.filter(({ ok }) => !ok).length
  if (missing > 0) {
    return `${paint('red', '✖')} ${missing} of ${report.checks.length} things are missing; what to do stands below each.`
  }
  const open = failed.filter(({ inconclusive }) => inconclusive).length
  const broken = failed.length - open
  if (broken > 0)
    return `${paint('red', '✖')} ${countText(broken, 'promise')} of the sandbox ${broken === 1 ? 'is' : 'are'} broken here: do not run untrusted code.`
  if (open > 0)
    return `${paint('yellow', '?')} ${countText(open, 'check')} inconclusive: this host was too busy to tell. Nothing is known to be broken; try again when it is quiet.`
  if (report.checks.some(({ kind }) => kind === 'weaker'))
    return `${paint('green', '✔')} This host can run code, and every wall stands; ${paint('yellow', '!')} marks what is weaker than it could be.`
  return `${paint('green', '✔')} This host can run code, and every wall stands.`
}

function markOf({ ok, kind }: HostCheck, paint: Paint): string {
  if (!ok) return paint('red', '✖')
  if (kind === 'weaker') return paint('yellow', '!')
  return kind === 'absent' ? paint('dim', '·') : paint('green', '✔')
}

function checkLines(check: HostCheck, { width, screen, paint }: { width: number; screen: Screen; paint: Paint }) {
  const { name, detail, remedy } = check
  const mark = markOf(check, paint)
  const indent = ' '.repeat(width + 4)
  const room = screen.isTerminal ? screen.columns - indent.length : Number.POSITIVE_INFINITY
  const [first = '', ...others] = visibleLines(detail).flatMap((line) => wrapTo(line, room))
  return [
    `${mark} ${padTo(visibleText(name), { width })}  ${first}`.trimEnd(),
    ...others.map((line) => `${indent}${line}`),
    ...(remedy
      ? visibleLines(remedy).map(
          (line) => `${indent}${paint(check.kind === 'weaker' ? 'yellow' : 'cyan', `→ ${line}`)}`,
        )
      : []),
  ]
}
