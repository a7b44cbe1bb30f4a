import { argumentsOf, propertiesOf } from '../../../../language/javascript/nodes.ts'
import type { Node } from '../../../../language/tree/tree.ts'
import type { Call, JavaScriptProgram } from '../program.ts'
import { ORIGIN } from '../read/origin.ts'
import { type JavaScriptRule, spotAt } from './javascript-rule.ts'

const SIGNING = /^(?:jsonwebtoken|jwt|jose\.JWT|JWT|jwt-simple)\.(?:sign|verify|encode|decode)$|^crypto\.createHmac$/
const KEYED =
  /^(?:express-session|cookie-session|cookie-parser|express-jwt|expressjwt|session|expressJwt|expressSession|cookieSession|koa-session|koa-jwt|passport-jwt\.Strategy|@fastify\/(?:jwt|session))(?:\.\w+)?$/

const LOGINS =
  /^(?:createConnection|createPool|createTransport|connect|Client|Pool|Sequelize|createClient|Connection)$|\.(?:Client|Pool|Sequelize)$|^(?:pg|mysql2?|knex|sequelize)\b/

const DATABASE = /^(?:mysql2?|pg|mariadb|mssql|oracledb|sequelize|knex)\b/

export const credentialRules: JavaScriptRule[] = [
  {
    id: 'javascript/fixed-key',
    family: 'cryptography',
    severity: 'high',
    title: 'Has a key, a salt or an IV written in the code',
    why: 'Whoever reads the code can read and sign everything.',
    remedy: 'Take the key from the environment or a vault, and make salts and IVs with `crypto.randomBytes`.',
    cwe: [321, 329, 760, 798],
    *find(program) {
      for (const call of program.callsTo('crypto.createCipheriv')) {
        if (call.inputs.slice(1, 3).some((input) => isFixed(program, input))) yield spotAt(call.node)
      }
      for (const call of program.callsTo('crypto.pbkdf2', 'crypto.pbkdf2Sync', 'crypto.scrypt', 'crypto.scryptSync')) {
        if (call.inputs[1] && isFixed(program, call.inputs[1])) yield spotAt(call.node)
      }
      for (const call of program.calls) {
        if (SIGNING.test(call.name) && isKey(program, call.inputs[1])) yield spotAt(call.node)
        if (call.name === 'crypto.createSecretKey' && isKey(program, call.inputs[0])) yield spotAt(call.node)
        const made = call.method === 'sign' && /jose\b|Sign(?:JWT)?\(/.test(call.name) ? call.inputs[0] : undefined
        if (made && (program.constantOf(encodedIn(program, made)) ?? '') !== '') yield spotAt(call.node)
        const secret = KEYED.test(call.name) ? keyOf(program, call) : undefined
        if (program.constantOf(secret)) yield spotAt(call.node)
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
        else if (/^(?:jsonwebtoken|jwt)\.decode$/.test(call.name))
          yield spotAt(call.node, { severity: believes(program, call) ? 'high' : 'medium' })
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
        const third = /Sequelize$/.test(call.name) ? call.inputs[2] : undefined
        if (third && isPassword(program.constantOf(third))) yield spotAt(third)
        for (const name of ['password', 'pass', 'passwd', 'pwd']) {
          const value = program.optionOf(call, name) ?? nested(program, call, name)
          if (value && isPassword(program.constantOf(value))) yield spotAt(value)
          if (value && program.constantOf(value) === '' && DATABASE.test(call.name))
            yield spotAt(value, { message: 'Uses a database without a password' })
        }
      }
      for (const call of program.callsTo('express-basic-auth')) {
        const users = program.optionOf(call, 'users')
        const target = users && program.follow(users)
        for (const { value } of target?.type === 'ObjectExpression' ? propertiesOf(target) : [])
          if (isPassword(program.constantOf(value))) yield spotAt(value)
      }
      for (const node of program.ofType('BinaryExpression')) {
        const [left, sign, right] = node.children
        if (!left || !right || sign?.type !== 'CompareOp' || !/^===?$/.test(program.sourceOf(sign))) continue
        const text = program.constantOf(right)
        if (
          /(?:^|[._'"])(?:password|passwd|pwd|adminpass\w*)(?:['"]\])?$/i.test(program.sourceOf(left)) &&
          isPassword(text)
        )
          yield spotAt(node)
      }
    },
  },
]

/** The token comes from a client, and nothing in the program verifies one. */
const believes = (program: JavaScriptProgram, { inputs }: Call): boolean =>
  (program.originsOf(inputs[0]) & ORIGIN.request) !== 0 &&
  program.callsTo('jsonwebtoken.verify', 'jwt.verify').length === 0

const keyOf = (program: JavaScriptProgram, call: Call): Node | undefined =>
  ['secret', 'secretOrKey', 'key'].map((name) => program.optionOf(call, name)).find((value) => value) ??
  firstOf(program, program.optionOf(call, 'keys')) ??
  (call.name === 'cookie-parser' ? call.inputs[0] : undefined)

const firstOf = (program: JavaScriptProgram, list: Node | undefined): Node | undefined => {
  const target = list && program.follow(list)
  return target?.type === 'ArrayExpression' ? target.children.find(({ type }) => !/^[[\],]$/.test(type)) : undefined
}

/** The text in `new TextEncoder().encode('…')` and `Buffer.from('…')`. */
const encodedIn = (program: JavaScriptProgram, node: Node): Node | undefined => {
  const made = program.follow(node)
  return made.type === 'CallExpression' && /\.encode\(\)$|^Buffer\.from\(\)$/.test(program.nameOf(made))
    ? argumentsOf(made)[0]
    : made
}

/** A literal text, or a key that a library makes from one. */
const isKey = (program: JavaScriptProgram, node: Node | undefined): boolean => {
  const made = node && program.follow(node)
  const text =
    made?.type === 'CallExpression' && /\.asKey\(\)$/.test(program.nameOf(made)) ? argumentsOf(made)[0] : made
  return (program.constantOf(text) ?? '') !== ''
}

const nested = (program: JavaScriptProgram, call: Call, name: string): Node | undefined =>
  ['auth', 'connection', 'credentials'].flatMap((holder) => {
    const object = program.optionOf(call, holder)
    return (object && program.propertyOf(object, name)) ?? []
  })[0]

/** Whether the text is neither a placeholder nor a word for a password. */
const isPassword = (text: string | undefined): boolean =>
  text !== undefined &&
  text.length > 2 &&
  !/^(?:x+|\*+|<.*>|\$\{.*|your.*|change.?me|example|placeholder|password|string|text|undefined|todo.*)$/i.test(text)

const isFixed = (program: JavaScriptProgram, node: Node): boolean => {
  const name = program.nameOf(node)
  if ((program.constantOf(node) ?? '') !== '') return true
  return name === 'Buffer.alloc()' && program.follow(node).type === 'CallExpression'
}
