import { HOLE } from '../../../../language/calls/tokens.ts'
import type { CallProgram } from '../read/call-program.ts'
import { constantOf, FROM } from '../read/value.ts'
import { byKind, type CallRule, spotAt } from './call-rule.ts'

/** An endless loop around nothing but a fork, in the forms of these languages. */
const ENDLESS =
  /(?:while\s*\(?\s*(?:1|true|TRUE)\s*\)?|for\s*\(\s*;\s*;\s*\)|\bloop\b|\brepeat\b|while\s+true\s+do|\bfor\s*\{)\s*(?:\{|do)?\s*(?:\w+(?:::|\.))?$/
const ENDLESS_BEHIND = /^\s*(?:\(\s*\))?\s*(?:;|\}|end|while\s+(?:1|true)|until\s+false)/
const NEAR = 60

export const systemRules: CallRule[] = [
  {
    id: 'call/fork-bomb',
    family: 'resources',
    severity: 'critical',
    title: 'Starts copies of itself without end',
    why: 'The machine has no processes left for anything else.',
    remedy: 'Start a fixed number of processes, and wait for them.',
    cwe: [400, 770],
    *find(program) {
      for (const call of program.callsOf('fork')) yield* spotAt(call, isEndless(program, call))
    },
  },
  {
    id: 'call/become-root',
    family: 'privilege',
    severity: 'medium',
    title: 'Changes the user that it runs as',
    why: 'A program that becomes another user may do what its own may not.',
    remedy: 'Start the program as the user that it needs.',
    cwe: [250],
    find: byKind(['becomeRoot'], ({ args: [user] }) => (user?.number === 0 ? 'high' : 'low')),
  },
  {
    id: 'call/overflow',
    family: 'resources',
    severity: 'low',
    title: 'Copies text without looking at its length',
    why: 'A longer text overwrites what stands behind the buffer, and with it what the program does next.',
    remedy: 'Use a function that takes the size of the buffer, such as fgets or snprintf.',
    cwe: [120, 676],
    find: byKind(['overflow'], ({ name, args }) => {
      if (/(?:^|\.)gets$/.test(name)) return 'high'
      const format = args.slice(0, 2).find(({ text }) => text !== undefined)
      if (/scanf$/.test(name)) return /%(?:s|\[)/.test(format?.text ?? '') && 'medium'
      if (args.some(({ from }) => from !== 0)) return 'medium'
      if (/printf$/.test(name)) return !format || /%(?:s|\d*s)|%\*s/.test(format.text ?? '') ? 'medium' : true
      return constantOf(args[1]) === undefined ? 'medium' : true
    }),
  },
  {
    id: 'call/chosen-format',
    family: 'code-execution',
    severity: 'medium',
    title: 'Others decide about the form of a text',
    why: 'Marks such as `%n` and `%s` in it read and write memory, or end the program.',
    remedy: 'Give a constant form, and the value as an argument: `printf("%s", value)`.',
    cwe: [134],
    find: byKind(['formatText'], ({ name, args }) => {
      const form = /^(?:fprintf|vfprintf|syslog|err|errx)$/.test(name) ? args[1] : args[0]
      if (!form || form.items || (form.text ?? HOLE) !== HOLE) return false
      if (form === args.at(-1) && /^[a-z]\w*$/.test(form.name)) return true
      return (form.from & (FROM.foreign | FROM.network)) !== 0
    }),
  },
  {
    id: 'call/unchecked-memory',
    family: 'code-execution',
    severity: 'medium',
    title: 'Switches the checks of the language off',
    why: 'Nothing keeps such code from reading and writing whatever lies in memory.',
    remedy: 'Use the safe functions of the library; where there are none, keep the block small and say why it holds.',
    cwe: [242, 676],
    *find({ facts: { unchecked }, bare }) {
      if (!unchecked) return
      for (const { index, 0: found } of bare().matchAll(unchecked)) yield { start: index, end: index + found.length }
    },
  },
]

function isEndless({ source }: CallProgram, { start, end }: { start: number; end: number }): boolean {
  const before = source.slice(Math.max(0, start - NEAR), start)
  const behind = source.slice(end, end + NEAR)
  if (ENDLESS.test(before) && ENDLESS_BEHIND.test(behind)) return true
  return /^\s*(?:\(\s*\))?\s*(?:while|until)\s*\(?\s*(?:1|true|fork)\b/.test(behind)
}
