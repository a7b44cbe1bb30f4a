import type { GuardRule } from '../../rule.ts'
import type { TextProgram } from '../text-program.ts'

const WORDS = [
  '__import__',
  'os.system(',
  'subprocess',
  'child_process',
  'require(',
  'eval(',
  'exec(',
  '/bin/sh',
  'curl http',
  'base64 -d',
]
const REVERSED = WORDS.map((word) => [...word].reverse().join(''))

export const reversedCode: GuardRule<TextProgram> = {
  id: 'text/reversed-code',
  family: 'obfuscation',
  severity: 'high',
  title: 'Text in the code is a program written backwards',
  why: 'Nobody writes a program backwards but to hide it from those who look for its words.',
  remedy: 'Write the program as it is, so that it can be read.',
  cwe: [506],
  *find({ glued }) {
    for (const word of REVERSED) {
      for (let at = glued.text.indexOf(word); at >= 0; at = glued.text.indexOf(word, at + word.length)) {
        yield glued.placeOf(at, at + word.length)
      }
    }
  },
}
