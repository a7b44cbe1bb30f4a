import { functionAround } from '../../../../language/javascript/nodes.ts'
import type { Node } from '../../../../language/tree/tree.ts'
import type { Spot } from '../../rule.ts'
import type { JavaScriptProgram } from '../program.ts'
import { type JavaScriptRule, spotAt } from './javascript-rule.ts'

const WEAK_HASH = /^(?:md[245]|sha-?1|rsa-md5|rsa-sha1|ripemd)$/i
const WEAK_CIPHER = /^(?:des|des3|3des|des-ede|rc2|rc4|bf|blowfish|cast|idea|seed)|-ecb$|^aes(?:128|192|256)?-?ecb/i
const SECRET_NAME =
  /passw|pwd|token|secret|session|otp|nonce|salt|csrf|api_?key|auth|reset|verif|invite|credential|\bpin\b|private_?key/i

export const cryptographyRules: JavaScriptRule[] = [
  {
    id: 'javascript/weak-hash',
    family: 'cryptography',
    severity: 'medium',
    title: 'Uses a hash that is broken',
    why: 'Two texts with the same MD5 or SHA-1 can be made, and passwords behind them are found fast.',
    remedy: 'Use SHA-256, and scrypt or argon2 for passwords.',
    cwe: [327, 328, 916],
    *find(program) {
      const hashes = program.callsTo('crypto.createHash().update', 'crypto.createHmac().update').slice(0, 50)
      for (const call of program.callsTo('crypto.createHash', 'crypto.createHmac', 'crypto.hash')) {
        if (!WEAK_HASH.test(program.constantOf(call.inputs[0]) ?? '')) continue
        const isSecret = isAboutSecrets(program, call.node) || hashes.some(({ node }) => isAboutSecrets(program, node))
        yield spotAt(call.node, { severity: isSecret ? 'high' : 'medium' })
      }
      for (const { node, name, inputs } of hashes) {
        const isPassword = inputs[0] && /(?:^|\.)(?:password|passwd|pwd)$/i.test(program.sourceOf(inputs[0]))
        if (isPassword && name.startsWith('crypto.createHash()'))
          yield spotAt(node, { severity: 'high', message: 'Keeps a password with a hash that is too fast' })
      }
      for (const call of program.calls) {
        if (
          !/^(?:CryptoJS|crypto-js)\.(?:MD5|SHA1|HmacMD5|HmacSHA1)$|^(?:md5|sha1|blueimp-md5|js-md5)$/.test(call.name)
        )
          continue
        yield spotAt(call.node, { severity: isAboutSecrets(program, call.node) ? 'high' : 'medium' })
      }
    },
  },
  {
    id: 'javascript/weak-cipher',
    family: 'cryptography',
    severity: 'high',
    title: 'Uses a cipher that is broken, or breaks a good one',
    why: 'DES and RC4 are read along, ECB shows which parts are equal.',
    remedy: 'Use aes-256-gcm with a fresh random IV.',
    cwe: [327],
    *find(program) {
      for (const call of program.callsTo('crypto.createCipher', 'crypto.createDecipher')) yield spotAt(call.node)
      for (const call of program.callsTo('crypto.createCipheriv', 'crypto.createDecipheriv')) {
        if (WEAK_CIPHER.test(program.constantOf(call.inputs[0]) ?? '')) yield spotAt(call.node)
      }
      for (const { node, name } of program.calls) {
        if (/^(?:CryptoJS|crypto-js)\.(?:DES|TripleDES|RC4|Rabbit)\.(?:encrypt|decrypt)$/.test(name)) yield spotAt(node)
      }
      for (const member of program.members) {
        if (/^(?:CryptoJS|crypto-js)\.mode\.ECB$/.test(program.nameOf(member))) yield spotAt(member)
      }
    },
  },
  {
    id: 'javascript/insecure-randomness',
    family: 'cryptography',
    severity: 'high',
    title: 'Makes a secret with `Math.random`',
    why: 'Its numbers can be told from those before.',
    remedy: 'Use `crypto.randomUUID()` or `crypto.randomBytes`.',
    cwe: [338],
    *find(program) {
      const told = new Set<number>()
      for (const call of program.callsTo('Math.random', 'crypto.pseudoRandomBytes')) {
        const use = useOf(program, call.node)
        if (!use && call.name !== 'Math.random') yield spotAt(call.node, { severity: 'medium' })
        if (!use || told.has(use.start)) continue
        told.add(use.start)
        yield spotAt(call.node, uuidFor(program, call.node, use))
      }
    },
  },
  {
    id: 'javascript/weak-key',
    family: 'cryptography',
    severity: 'high',
    title: 'Makes a key that is too short, or too cheap to guess',
    why: 'It is found by trying.',
    remedy: 'Use at least 2048 bits for RSA, 600,000 rounds for PBKDF2, 10 for bcrypt.',
    cwe: [326, 916],
    *find(program) {
      for (const call of program.callsTo('crypto.generateKeyPair', 'crypto.generateKeyPairSync')) {
        const bits = program.evaluate(program.optionOf(call, 'modulusLength') ?? call.node)
        if (typeof bits === 'number' && bits < 2048) yield spotAt(call.node)
      }
      for (const call of program.callsTo('crypto.pbkdf2', 'crypto.pbkdf2Sync')) {
        const rounds = program.evaluate(call.inputs[2] ?? call.node)
        if (typeof rounds === 'number' && rounds < 10_000) yield spotAt(call.node)
      }
      for (const call of program.callsTo('bcrypt.hash', 'bcrypt.hashSync', 'bcryptjs.hash', 'bcryptjs.hashSync')) {
        const rounds = program.evaluate(call.inputs[1] ?? call.node)
        if (typeof rounds === 'number' && rounds < 10) yield spotAt(call.node, { severity: 'medium' })
      }
    },
  },
]

/** Whether the statement or the function around the node is about passwords. */
function isAboutSecrets(program: JavaScriptProgram, node: Node): boolean {
  let outer = node
  while (outer.parent && !/Statement$|^VariableDeclaration$|^Block$|^Script$/.test(outer.type)) outer = outer.parent
  const owner = functionAround(node)
  const around = owner ? program.sourceOf(owner).slice(0, 600) : ''
  return /passw|pwd|passphrase|credential|token|signature/i.test(`${program.sourceOf(outer).slice(0, 300)} ${around}`)
}

/** The use of a random number: the variable, property or function that gets it. */
function useOf(program: JavaScriptProgram, node: Node): Node | undefined {
  for (let outer = node.parent; outer; outer = outer.parent) {
    const named = outer.children.find(({ type }) =>
      /^(?:VariableDefinition|PropertyDefinition|MemberExpression|VariableName)$/.test(type),
    )
    const isNaming =
      /^(?:VariableDeclaration|Property|AssignmentExpression|FunctionDeclaration|MethodDeclaration|PropertyDeclaration)$/.test(
        outer.type,
      )
    if (isNaming && named && SECRET_NAME.test(program.sourceOf(named)) && !/authors?\b/i.test(program.sourceOf(named)))
      return outer
  }
  return undefined
}

/** `const token = Math.random().toString(36).slice(2)` → `crypto.randomUUID()`: a text for a text. */
function uuidFor(program: JavaScriptProgram, call: Node, use: Node): Pick<Spot, 'fix'> {
  const value =
    use.type === 'VariableDeclaration' ? use.children.findLast(({ type }) => type === 'CallExpression') : undefined
  if (!value || value.start > call.start || value.end < call.end) return {}
  if (!/^Math\.random\(\)\.toString\(36\)(?:\.(?:slice|substr|substring)\([\d, ]+\))?$/.test(program.sourceOf(value)))
    return {}
  const edits = [{ start: value.start, end: value.end, text: 'globalThis.crypto.randomUUID()' }]
  return { fix: { title: 'Make it with a generator for secrets', edits } }
}
