import type { Finding, Severity } from '../../contract/finding.ts'
import { codeFrame } from './code-frame.ts'
import { diffLines } from './repair-lines.ts'
import type { Paint, Style } from './screen.ts'
import { visibleText } from './visible-text.ts'
import { wrapText } from './wrap-text.ts'

export interface FindingLook {
  code: string
  paint: Paint
  width: number
}

const STYLE: Record<Severity, Style> = {
  critical: ['bold', 'red'],
  high: 'red',
  medium: 'yellow',
  low: 'cyan',
  info: 'dim',
}
const INDENT = 2

/** A finding for people: its title, its place in the source, why it matters, and the remedy. */
export function findingLines(finding: Finding & { action?: string }, { code, paint, width }: FindingLook): string[] {
  const { rule, severity, line, column, endLine, endColumn, message, why, remedy, cwe, cost, fix, action } = finding
  const style = STYLE[severity]
  const weaknesses = cwe.map((number) => ` · CWE-${number}`).join('')
  const blocks = action === 'block' ? ` · ${paint(['bold', 'red'], 'blocked')}` : ''
  const title = `${paint(style, severity)}  ${paint('bold', visibleText(message))}${blocks}`
  const place = paint('dim', `  ${visibleText(rule)} · line ${line}${weaknesses}`)
  // Information needs no remedy.
  if (severity === 'info' && !fix) return [title, place, '']
  const told = (label: string, text: string) =>
    wrapText(visibleText(text), width - INDENT - label.length).map(
      (part, index) => `  ${index === 0 ? paint('dim', label) : ' '.repeat(label.length)}${part}`,
    )
  return [
    title,
    place,
    ...codeFrame(code, { line, column, endColumn: line === endLine ? endColumn : Infinity, style, width, paint }),
    ...(cost ? told('cost ', cost) : []),
    ...(why ? told('why  ', why) : []),
    ...told('do   ', remedy),
    ...(fix ? [...told('fix  ', fix.title), ...diffLines(fix.diff, paint)] : []),
    '',
  ]
}
