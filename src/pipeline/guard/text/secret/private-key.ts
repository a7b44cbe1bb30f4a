import type { GuardRule } from '../../rule.ts'
import type { TextProgram } from '../text-program.ts'

/** Programs search for the heading alone; only with a body it is a key. */
const KEY =
  /-----BEGIN (?:[A-Z0-9]{2,12} ){0,2}PRIVATE KEY(?: BLOCK)?-----(?:\\{1,2}[nr]|[\s"'+,]){1,40}(?:(?:Proc-Type|DEK-Info|Version|Comment)[^\n]{0,100}\n\s{0,20}){0,4}(?:MII[A-Z]|b3Bl|[A-Za-z0-9+/=]{16})/g

export const privateKey: GuardRule<TextProgram> = {
  id: 'text/private-key',
  family: 'secrets',
  severity: 'high',
  title: 'A private key stands in the code',
  why: 'Whoever sees the code can sign, decrypt or log in as the owner of the key.',
  remedy:
    'Make a new key, keep it in a file or a store of secrets that the program reads, and take this one out of use.',
  cwe: [321, 798],
  *find({ glued }) {
    for (const { index, 0: key } of glued.text.matchAll(KEY)) yield glued.placeOf(index, index + key.length)
  },
}
