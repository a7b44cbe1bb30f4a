import { membersOf } from '../../../../language/javascript/nodes.ts'
import type { Node } from '../../../../language/tree/tree.ts'
import type { JavaScriptProgram } from '../program.ts'
import { ORIGIN } from '../read/origin.ts'
import { type JavaScriptRule, spotAt } from './javascript-rule.ts'

/** Rules about regular expressions that can stop a program. */
export const patternRules: JavaScriptRule[] = [
  {
    id: 'javascript/foreign-pattern',
    family: 'resources',
    severity: 'high',
    title: 'Makes a regular expression of what a client wrote',
    why: 'Some patterns take years to match.',
    remedy: 'Escape the text, or search with `includes`.',
    cwe: [1333, 400],
    *find(program) {
      for (const call of program.callsTo('RegExp')) {
        const origins = program.originsOf(call.inputs[0])
        if (origins & ORIGIN.request) yield spotAt(call.node)
        else if (origins & ORIGIN.parameter) yield spotAt(call.node, { severity: 'low' })
      }
    },
  },
  {
    id: 'javascript/slow-pattern',
    family: 'resources',
    severity: 'medium',
    title: 'Uses a regular expression that can take for ever',
    why: 'A repetition inside of a repetition tries every way to split a text.',
    remedy: 'Write it so that each character can be matched in one way only.',
    cwe: [1333],
    *find(program) {
      const slow = program.ofType('RegExp').filter((pattern) => isNested(program.sourceOf(pattern).slice(0, 2000)))
      if (slow.length === 0) return
      const risky = usedOnForeign(program)
      for (const pattern of slow) yield spotAt(pattern, { severity: risky.has(pattern) ? 'high' : 'medium' })
    },
  },
]

/** Whether a repeated group ends with a repetition, found in one pass. */
function isNested(pattern: string): boolean {
  const open: { start: number; repeats: boolean }[] = []
  for (let at = 1; at < pattern.length; at++) {
    const sign = pattern[at]
    if (sign === '\\') at += 1
    else if (sign === '[') at = classEnd(pattern, at)
    else if (sign === '(') open.push({ start: at, repeats: false })
    else if (sign === ')') {
      const group = open.pop()
      const isRepeated =
        pattern[at + 1] === '+' || pattern[at + 1] === '*' || /^\{\d+,\}/.test(pattern.slice(at + 1, at + 8))
      if (group?.repeats && isRepeated && isAlone(pattern.slice(group.start + 1, at))) return true
      if (isRepeated) for (const outer of open.slice(-1)) outer.repeats = true
    } else if ((sign === '+' || sign === '*') && open.length > 0) {
      for (const group of open.slice(-1)) group.repeats = true
    }
  }
  return false
}

const classEnd = (pattern: string, from: number): number => {
  for (let at = from + 1; at < pattern.length; at++) {
    if (pattern[at] === '\\') at += 1
    else if (pattern[at] === ']') return at
  }
  return pattern.length
}

/** Whether the group is only one repetition, such as `(a+)+` or `(\w*\s?)*`, perhaps with any character behind it. */
function isAlone(group: string): boolean {
  const inner = group.replace(/^\?:/, '')
  return /^\(?(?:\[[^\]]{1,100}\]|\\?[^()])\)?[+*](?:\\?.[?*]|\.)?$|^\.\*.{1,10}$|^\w\|\w[+*]$/.test(inner)
}

/** Patterns that are matched against foreign text. */
function usedOnForeign(program: JavaScriptProgram): Set<Node> {
  const found = new Set<Node>()
  for (const {
    callee,
    method,
    inputs: [first],
  } of program.calls) {
    const object = callee.type === 'MemberExpression' ? membersOf(callee)?.object : undefined
    if (!object || !first || !/^(?:test|exec|match|matchAll|replace|replaceAll|search|split)$/.test(method)) continue
    const [pattern, text] = /^(?:test|exec)$/.test(method) ? [object, first] : [first, object]
    if (program.originsOf(text) & (ORIGIN.request | ORIGIN.parameter)) found.add(program.follow(pattern))
  }
  return found
}
