import type { Node } from '../../../../language/tree/tree.ts'
import { callRule, factRule, type PythonRule, spotOf } from '../call-rule.ts'
import { given, isFalse } from '../condition.ts'
import type { PythonProgram } from '../program.ts'
import { constantOf, hasOrigin, origin } from '../read/make-value.ts'
import type { Value } from '../read/value.ts'
import { secretChoice } from '../rewrite/secret-choice.ts'

const TOKEN_NAME =
  /(^|_|\b)(token|secret(?!_?(number|word|santa|code|num))|otp|session_?(id|key|token)|api_?key|secret_?key|crypto_?key|encryption_?key|private_?key|nonce|csrf|salt|iv|reset_?(code|link)|auth_?code|activation_?(code|key)|verification_?code|pin_?code|access_?code)s?($|_|\b)/i

const PASSWORD = /passw(or)?d|passphrase/i

/** `getSessionID` as `get_Session_ID`. */
const spaced = (name: string): string => name.replace(/([a-z\d])([A-Z])/g, '$1_$2')

interface Made {
  node: Node
  value: Value
  name: string
  /** Severity for the result of a function that is named after passwords, which is used as one. */
  password: 'high' | 'medium'
}

/** A password that a person sees before its use is less dangerous than a token that is believed as it is. */
function judgeToken(program: PythonProgram, { node, value, name, password }: Made) {
  // A word is picked from several, and nothing is made: games do so.
  const isPicked = /^random(\.(Random|SystemRandom)\(\))?\.choice\(\)$/.test(value.name) && value.text === undefined
  if (!hasOrigin(value, origin.random) || isPicked) return []
  const severity = TOKEN_NAME.test(spaced(name)) ? 'high' : PASSWORD.test(name) && password
  return severity ? spotOf(node, { severity, fix: secretChoice(node, program) }) : []
}

export const tokenRules: readonly PythonRule[] = [
  factRule(
    {
      id: 'python/guessable-token',
      family: 'cryptography',
      severity: 'high',
      title: 'A secret is made with numbers that can be guessed',
      why: 'Whoever has seen a few numbers of the random module knows the next ones.',
      remedy: 'Use the secrets module: secrets.token_urlsafe(), secrets.choice().',
      cwe: [330, 338],
    },
    function* (program) {
      for (const { node, written: name, value } of program.facts.assignments)
        yield* judgeToken(program, { node, value, name, password: 'medium' })
      for (const { node, value, function: owner } of program.facts.returns)
        yield* judgeToken(program, { node, value, name: owner.name, password: 'high' })
    },
  ),
  callRule(
    {
      id: 'python/unverified-token',
      family: 'cryptography',
      severity: 'high',
      title: 'A signed token is believed without its signature',
      why: 'Anyone can write such a token, with any name and any rights in it.',
      remedy: 'Give the key and the algorithms that are allowed to jwt.decode.',
      cwe: [347],
    },
    {
      calls: 'jwt.decode jose.jwt.decode',
      when: (call) => {
        const options = given(call, 9, 'options')?.entries
        const algorithms = given(call, 2, 'algorithms')
        const none = [algorithms, ...(algorithms?.items ?? [])].some((value) => /^none$/i.test(constantOf(value) ?? ''))
        return isFalse(call.keywords.get('verify')?.value) || isFalse(options?.get('verify_signature')) || none
      },
    },
    {
      calls: 'jwt.JWT().decode jose.jws.verify',
      when: (call) => isFalse(call.keywords.get('do_verify')?.value) || isFalse(call.keywords.get('verify')?.value),
    },
    {
      calls: 'jose.jwt.get_unverified_claims jose.jws.get_unverified_claims',
      when: (_, program) => !verifies(program),
    },
    { calls: 'python_jwt.process_jwt', when: (_, program) => !verifies(program) },
    {
      calls: 'python_jwt.verify_jwt',
      when: (call) => call.positional.length > 1 && isFalse(given(call, 1, 'pub_key')),
    },
  ),
]

const verifies = (program: PythonProgram): boolean =>
  ['jose.jwt.decode', 'jose.jws.verify', 'python_jwt.verify_jwt'].some((name) => program.callsOf(name).length > 0)
