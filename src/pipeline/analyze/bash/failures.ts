import type { Statement } from 'unbash'
import type { Remark } from '../language-analysis.ts'
import type { BashProgram } from '../program.ts'
import { type RemarkRule, remarkAt } from '../remark-at.ts'
import { nodesOfType, type PlacedNode, wordsOf } from './placed-nodes.ts'

const CHANGE: RemarkRule = {
  rule: 'bash/unchecked-cd',
  family: 'practice',
  severity: 'low',
  why: 'When the directory is not there, everything behind it happens in the wrong place.',
  remedy: 'Write cd … || exit.',
}
const ERRORS: RemarkRule = {
  rule: 'bash/goes-on-after-errors',
  family: 'practice',
  severity: 'info',
  why: 'When a command fails, the script goes on with what the command should have made.',
  remedy: 'Begin with set -euo pipefail.',
}
/** A shorter script can be checked at a glance. */
const MANY = 10

/** Finds commands that can fail without being noticed. */
export function failures({ script, source }: BashProgram): Remark[] {
  const statements = nodesOfType(script, 'Statement')
  const stops = statements.some(({ node }) => stopsAtErrors(node)) || /^#!.* -\w*e/.test(source.slice(0, 200))
  if (stops) return []
  const [first] = script.commands
  const longer =
    first && statements.length >= MANY
      ? [remarkAt(ERRORS, { at: { start: first.pos, end: first.end }, message: 'The script does not stop at errors.' })]
      : []
  return [...longer, ...statements.flatMap(uncheckedChange)]
}

function stopsAtErrors({ command }: Statement): boolean {
  const [name, ...given] = wordsOf(command)
  return name === 'set' && given.some((option) => /^-\w*e/.test(option) || option === 'errexit')
}

/** Skips the last statement of its list, since nothing follows it. */
function uncheckedChange({ node, parent }: PlacedNode<Statement>): Remark[] {
  const [name, target] = wordsOf(node.command)
  if (name !== 'cd' || !target || ['-', '/', '~', '.'].includes(target) || node.command.type !== 'Command') return []
  if (parent && isCondition(parent, node)) return []
  const siblings =
    parent?.node.type === 'CompoundList' || parent?.node.type === 'Script' ? parent.node.commands : undefined
  if (siblings && siblings.at(-1) === node) return []
  const place = { start: node.command.pos, end: node.command.end }
  const fix = { title: 'End the script when it fails', edits: [{ start: place.end, end: place.end, text: ' || exit' }] }
  return [remarkAt(CHANGE, { at: place, message: `Nobody looks whether cd to \`${target}\` worked.`, fix })]
}

function isCondition(list: PlacedNode, statement: Statement): boolean {
  const holder = list.parent?.node
  const isHead = holder?.type === 'If' || holder?.type === 'Elif' || holder?.type === 'While'
  return isHead && holder.clause === list.node && statement.pos >= holder.clause.pos
}
