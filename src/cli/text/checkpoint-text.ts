import type { CheckpointDetails, CheckpointDiff } from '../../contract/checkpoint.ts'
import { variableColumns } from '../command/session-variables.ts'
import type { Host } from '../host.ts'
import { byteText } from './byte-text.ts'
import { countText } from './count-text.ts'
import { clipTo } from './display-width.ts'
import { createPaint, type Screen, type Style } from './screen.ts'
import { lostLines } from './state-lines.ts'
import { type Column, tableText } from './table.ts'
import { ageText, momentText } from './time-text.ts'
import { visibleText } from './visible-text.ts'

type Listed = CheckpointDetails['tree'][number]

/** The content of a checkpoint, for people. */
export function checkpointText(details: CheckpointDetails, host: Host): string {
  const { stdout } = host
  const paint = createPaint(stdout)
  const { label, kind, createdAt, executions, files, bytes, versions, variables, tree } = details
  const title = label === null ? '' : ` ${paint('bold', `"${visibleText(label)}"`)}`
  const made = `${momentText(createdAt, 'second')} · ${ageText(createdAt, host.now())} · ${kind}`
  const names = Object.entries(versions).map(([name, version]) => `${name} ${version}`)
  const lines = [
    `${paint('bold', details.id)}${title} ${paint('dim', `· ${made}`)}`,
    `  of ${details.sessionId} after ${countText(executions, 'execution')} · ${countText(files, 'file')} · ${byteText(bytes)}`,
    ...(names.length > 0 ? [paint('dim', clipTo(`  ${visibleText(names.join(', '))}`, stdout.columns))] : []),
    ...lostLines(details.lost, { paint, width: stdout.columns }),
  ]
  return [
    lines.map((line) => `${line}\n`).join(''),
    ...(variables.length > 0 ? [tableText(variables, variableColumns, stdout)] : []),
    ...(tree.length > 0 ? [tableText(tree, listedColumns, stdout)] : []),
  ].join('\n')
}

const listedColumns: Column<Listed>[] = [
  { title: 'SIZE', text: ({ type, size }) => (type === 'file' ? byteText(size) : ''), align: 'right' },
  {
    title: 'FILE',
    text: ({ path, type }) => `${path}${type === 'directory' ? '/' : ''}`,
    style: ({ type }) => (type === 'directory' ? 'cyan' : undefined),
  },
]

const LOOKS: Record<CheckpointDiff['files'][number]['change'], { mark: string; style: Style }> = {
  added: { mark: '+', style: 'green' },
  removed: { mark: '-', style: 'red' },
  changed: { mark: '~', style: 'yellow' },
}

/** Variables come first, since readers ask about them. */
export function diffText({ variables, files }: CheckpointDiff, screen: Omit<Screen, 'write' | 'rows'>): string {
  const paint = createPaint(screen)
  const line = (change: keyof typeof LOOKS, text: string) =>
    `${paint(LOOKS[change].style, `${LOOKS[change].mark} ${visibleText(text)}`)}\n`
  const values = variables.map(({ name, language, change, from, to }) =>
    line(change, `${name} (${language}): ${between(from, to)}`),
  )
  const sizes = files.map(({ path, change, from, to }) =>
    line(change, `${path}: ${between(from === null ? null : byteText(from), to === null ? null : byteText(to))}`),
  )
  return [...values, ...sizes].join('')
}

function between(from: string | null, to: string | null): string {
  if (from === null || to === null) return to ?? from ?? ''
  return `${from} → ${to}`
}
