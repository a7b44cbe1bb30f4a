import type { Node } from '../../../../language/tree/tree.ts'
import type { Spot } from '../../rule.ts'
import type { Call, JavaScriptProgram } from '../program.ts'
import { argumentsOf, functionAround } from '../read/nodes.ts'
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
    cwe: [327, 328],
    *find(program) {
      for (const call of program.callsTo('crypto.createHash', 'crypto.createHmac', 'crypto.hash')) {
        if (!WEAK_HASH.test(program.constantOf(call.inputs[0]) ?? '')) continue
        yield spotAt(call.node, { severity: isAboutSecrets(program, call.node) ? 'high' : 'medium' })
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
    id: 'javascript/fixed-key',
    family: 'cryptography',
    severity: 'high',
    title: 'Has a key or an IV written in the code',
    why: 'Whoever reads the code can read and sign everything.',
    remedy: 'Take the key from the environment or a vault, and make the IV with `crypto.randomBytes`.',
    cwe: [321, 329, 798],
    *find(program) {
      for (const call of program.callsTo('crypto.createCipheriv')) {
        if (call.inputs.slice(1, 3).some((input) => isFixed(program, input))) yield spotAt(call.node)
      }
      for (const call of program.calls) {
        if (SIGNING.test(call.name) && isKey(program, call.inputs[1])) yield spotAt(call.node)
        const secret = KEYED.test(call.name) ? keyOf(program, call) : undefined
        if (program.constantOf(secret)) yield spotAt(call.node)
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
    id: 'javascript/unchecked-token',
    family: 'cryptography',
    severity: 'high',
    title: 'Trusts a token without checking it',
    why: 'Anyone can write such a token.',
    remedy: 'Check it with `jwt.verify`, one algorithm and the key.',
    cwe: [347],
    *find(program) {
      for (const call of program.calls) {
        if (!/^(?:jsonwebtoken|jwt|jose|jwt-simple|jwt-decode)\b/.test(call.name)) continue
        const algorithms =
          program.optionOf(call, 'algorithms') ?? program.optionOf(call, 'algorithm') ?? program.optionOf(call, 'alg')
        const isNone = algorithms && /['"]none['"]/i.test(program.sourceOf(program.follow(algorithms)))
        const isKeyless =
          /\.verify$/.test(call.name) &&
          /^(?:null|undefined|''|"")$/.test(call.inputs[1] ? program.sourceOf(call.inputs[1]) : '')
        const ignored = program.optionOf(call, 'ignoreExpiration')
        const isUnchecked = /simple\.decode$/.test(call.name) && program.evaluate(call.inputs[2] ?? call.node) === true
        if (isNone || isKeyless || isUnchecked) yield spotAt(call.node)
        else if (ignored && program.evaluate(ignored) === true) yield spotAt(call.node, { severity: 'medium' })
        else if (/^(?:jsonwebtoken|jwt)\.decode$/.test(call.name)) yield spotAt(call.node, { severity: 'medium' })
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
  {
    id: 'javascript/hardcoded-password',
    family: 'secrets',
    severity: 'high',
    title: 'Has a password written in the code',
    why: 'Whoever reads the code can log in.',
    remedy: 'Take the password from the environment or a vault.',
    cwe: [798, 259],
    *find(program) {
      for (const call of program.calls) {
        if (!LOGINS.test(call.method) && !LOGINS.test(call.name)) continue
        for (const name of ['password', 'pass', 'passwd', 'pwd']) {
          const value = program.optionOf(call, name) ?? nested(program, call, name)
          if (value && isPassword(program.constantOf(value))) yield spotAt(value)
        }
      }
      for (const node of program.ofType('BinaryExpression')) {
        const [left, sign, right] = node.children
        if (!left || !right || sign?.type !== 'CompareOp' || !/^===?$/.test(program.sourceOf(sign))) continue
        const text = program.constantOf(right)
        if (/(?:^|[._])(?:password|passwd|pwd|adminpass\w*)$/i.test(program.sourceOf(left)) && isPassword(text))
          yield spotAt(node)
      }
    },
  },
]

const SIGNING = /^(?:jsonwebtoken|jwt|jose\.JWT|JWT|jwt-simple)\.(?:sign|verify|encode|decode)$|^crypto\.createHmac$/
const KEYED =
  /^(?:express-session|cookie-session|cookie-parser|express-jwt|express-jwt\.expressjwt|koa-session|koa-jwt|passport-jwt\.Strategy|@fastify\/(?:jwt|session))$/

const keyOf = (program: JavaScriptProgram, call: Call): Node | undefined =>
  ['secret', 'secretOrKey', 'key'].map((name) => program.optionOf(call, name)).find((value) => value) ??
  (call.name === 'cookie-parser' ? call.inputs[0] : undefined)

/** A text, or what a library makes of a text. */
const isKey = (program: JavaScriptProgram, node: Node | undefined): boolean => {
  const made = node && program.follow(node)
  const text =
    made?.type === 'CallExpression' && /\.asKey\(\)$/.test(program.nameOf(made)) ? argumentsOf(made)[0] : made
  return (program.constantOf(text) ?? '') !== ''
}

const LOGINS =
  /^(?:createConnection|createPool|createTransport|connect|login|Client|Pool|Sequelize|createClient|Connection|authenticate)$|\.(?:Client|Pool|Sequelize)$|^(?:pg|mysql2?|knex|sequelize)\b/

const nested = (program: JavaScriptProgram, call: Call, name: string): Node | undefined =>
  ['auth', 'connection', 'credentials'].flatMap((holder) => {
    const object = program.optionOf(call, holder)
    return (object && program.propertyOf(object, name)) ?? []
  })[0]

/** Not a place to fill in, and not a name of what belongs there. */
const isPassword = (text: string | undefined): boolean =>
  text !== undefined &&
  text.length > 2 &&
  !/^(?:x+|\*+|<.*>|\$\{.*|your.*|change.?me|example|placeholder|password|string|text|undefined|todo.*)$/i.test(text)

/** The statement around it, or the function it stands in, is about passwords. */
function isAboutSecrets(program: JavaScriptProgram, node: Node): boolean {
  let outer = node
  while (outer.parent && !/Statement$|^VariableDeclaration$|^Block$|^Script$/.test(outer.type)) outer = outer.parent
  const owner = functionAround(node)
  const around = owner ? program.sourceOf(owner).slice(0, 600) : ''
  return /passw|pwd|passphrase|credential|token|signature/i.test(`${program.sourceOf(outer).slice(0, 300)} ${around}`)
}

const isFixed = (program: JavaScriptProgram, node: Node): boolean => {
  const name = program.nameOf(node)
  if ((program.constantOf(node) ?? '') !== '') return true
  return name === 'Buffer.alloc()' && program.follow(node).type === 'CallExpression'
}

/** What a random number is made for: the variable, property or function that gets it. */
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
