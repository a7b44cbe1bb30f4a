import type { FuzzUser } from './fuzz-user.ts'
import { hostileProgram } from './hostile-programs.ts'
import { hostileText } from './hostile-texts.ts'
import type { Random } from './random.ts'

const LANGUAGES = [...'python python javascript typescript bash sql'.split(' '), 'PYTHON ', 'cobol']
const PATHS = [
  'a.txt',
  'a/b.txt',
  '/tmp/x',
  '.',
  '/',
  '..',
  '/proc/self/environ',
  'a//b',
  'd/'.repeat(500),
  'x'.repeat(5000),
  '\0',
  '/home/user',
  '/dev/zero',
]
const COMMANDS = [
  'ls -la',
  'cat /etc/passwd',
  'rm -rf /',
  'yes',
  'sleep 5',
  'echo $((',
  '"',
  "a'b",
  '|'.repeat(1000),
  'python3 -c "print(1)"',
]

/** A text that suits a field of this name, if there is one; `kind` names the hostile text. */
export function fieldText(
  field: string,
  { random, user }: { random: Random; user: FuzzUser },
): { kind?: string; text?: string } {
  if (/^(code|text|context|error|stderr|answer)$/.test(field)) {
    if (random.chance(0.35)) {
      const { kind, code } = hostileProgram(random)
      return { kind: `program ${kind}`, text: code }
    }
    const { kind, text } = hostileText(random)
    return { kind: `text ${kind}`, text }
  }
  if (field === 'language') return { text: random.pick(LANGUAGES) }
  if (/path|cwd|source|destination|workdir/i.test(field)) return { text: random.pick(PATHS) }
  if (/^(cmd|command|startCmd|readyCmd)$/.test(field))
    return { text: field === 'cmd' ? '/bin/bash' : random.pick(COMMANDS) }
  if (field === 'args') return { text: random.pick(['-c', hostileProgram(random).code, 'x']) }
  if (field === 'templateID' || field === 'fromTemplate')
    return { text: random.chance(0.6) ? 'base' : (user.known.one('templateID', random) ?? 'x') }
  const known = user.known.one(field, random)
  return known === undefined ? {} : { text: known }
}
