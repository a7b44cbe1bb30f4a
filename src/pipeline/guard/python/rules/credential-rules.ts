import type { Node } from '../../../../language/tree/tree.ts'
import { callRule, factRule, type PythonRule, spotOf } from '../call-rule.ts'
import { written } from '../condition.ts'
import type { Call } from '../read/facts.ts'
import { constantOf, hasOrigin, origin } from '../read/make-value.ts'
import type { Value } from '../read/value.ts'

const CONNECTORS =
  '.connect .login psycopg2.connect pymysql.connect MySQLdb.connect mysql.connector.connect pymongo.MongoClient redis.Redis redis.StrictRedis paramiko.SSHClient().connect ftplib.FTP ldap3.Connection cx_Oracle.connect pyodbc.connect pymssql.connect boto3.client boto3.Session boto3.resource smtplib.SMTP().login smtplib.SMTP_SSL().login imaplib.IMAP4_SSL().login psycopg.connect asyncpg.connect .create_user .set_password snowflake.connector.connect'
const DATABASES =
  'psycopg2.connect psycopg.connect asyncpg.connect pymysql.connect MySQLdb.connect mysql.connector.connect cx_Oracle.connect pymssql.connect'
const NAMES = [
  'password',
  'passwd',
  'pwd',
  'pass',
  'aws_secret_access_key',
  'secret',
  'api_key',
  'token',
  'auth_token',
  'secret_key',
]

/** Placeholders for a password in examples. */
const PLACEHOLDER =
  /^$|^(your|my|the|some|test|example|dummy|sample|change|insert|enter|put)|^[x*.<>_-]+$|^<|>$|\{|\$|^(password|passwd|pass|pwd|secret|token|postgres|root|guest|admin|none|null)$/i

const isRealSecret = (text: string | undefined): boolean =>
  text !== undefined && text.length >= 4 && text.length < 200 && !PLACEHOLDER.test(text)

function secretOf(call: Call): boolean {
  if (NAMES.some((name) => isRealSecret(constantOf(call.keywords.get(name)?.value)))) return true
  return call.method === 'login' && isRealSecret(constantOf(call.positional[1]?.value))
}

export const credentialRules: readonly PythonRule[] = [
  callRule(
    {
      id: 'python/password-in-call',
      family: 'secrets',
      severity: 'high',
      title: 'A password stands in the code',
      why: 'Everyone who has the code has the password, and it cannot be changed without changing the code.',
      remedy: 'Take it from a setting, such as os.environ["DB_PASSWORD"].',
      cwe: [798, 259],
    },
    { calls: CONNECTORS, when: secretOf },
    { calls: 'requests.auth.HTTPBasicAuth', when: (call) => isRealSecret(constantOf(call.positional[1]?.value)) },
    {
      calls: 'requests.get requests.post requests.put httpx.get httpx.post',
      when: (call) => isRealSecret(constantOf(call.keywords.get('auth')?.value.items?.[1])),
    },
  ),
  callRule(
    {
      id: 'python/logged-password',
      family: 'secrets',
      severity: 'high',
      title: 'A password is written to a log',
      why: 'Logs are kept, copied and read by many.',
      remedy: 'Log who signed in, never with what.',
      cwe: [532, 312],
    },
    {
      calls: '.debug .info .warning .error .critical .exception .log',
      when: (call, program) =>
        /^(logging\b|.*log(ger)?\b)/i.test(call.name) &&
        call.positional.some(({ node }) => showsPassword(written(program, node))),
    },
    {
      calls: 'print',
      when: (call, program) =>
        call.positional.some(
          ({ node, value }) => showsPassword(written(program, node)) && hasOrigin(value, origin.parameter),
        ) && 'medium',
    },
  ),
  factRule(
    {
      id: 'python/empty-password',
      family: 'secrets',
      severity: 'high',
      title: 'A database is used without a password',
      why: 'Everyone who reaches the server reaches all that is in it.',
      remedy: 'Give the account a password, and take it from a setting.',
      cwe: [521, 258],
    },
    function* (program) {
      for (const call of DATABASES.split(' ').flatMap(program.callsOf))
        yield* spotOf(
          call.node,
          ['password', 'passwd', 'pwd'].some((name) => constantOf(call.keywords.get(name)?.value) === ''),
        )
      for (const { node, text } of program.facts.texts) yield* spotOf(node, WITHOUT_PASSWORD.test(text.slice(0, 300)))
      for (const { node, target, value } of program.facts.assignments)
        yield* spotOf(node, target === 'DATABASES' && [...(value.entries?.values() ?? [])].some(isOpenDatabase))
    },
  ),
  factRule(
    {
      id: 'python/password-compared',
      family: 'secrets',
      severity: 'high',
      title: 'A password is compared with one in the code',
      why: 'Everyone who has the code has the password.',
      remedy: 'Compare hashes with hmac.compare_digest, and keep them outside of the code.',
      cwe: [798, 208],
    },
    (program) =>
      program.facts.comparisons.flatMap(({ node, left, right }) => {
        const [first, mark] = node.children
        const last = node.children.at(-1)
        if (!first || !mark || !last || !/^[=!]=$/.test(written(program, mark)) || isAsserted(node)) return []
        const [text, asked] = constantOf(right) === undefined ? [constantOf(left), last] : [constantOf(right), first]
        return spotOf(
          node,
          isPassword(text) && PASSWORD_NAME.test(written(program, asked)) && (isHash(text) ? 'medium' : 'high'),
        )
      }),
  ),
]

const SECRET_WORD = '(password|passwd|passphrase|secret_key|api_key|credit_card|card_number|ssn)'

/** The variable itself; one that is filled into a text; one that is appended to it. */
const SHOWN = [
  `^[\\w.]*${SECRET_WORD}$`,
  `^[fF]["'].*\\{[\\w.]*${SECRET_WORD}\\}`,
  `\\+ ?[\\w.]*${SECRET_WORD}\\b(?!["'([])`,
].map((pattern) => new RegExp(pattern))

const showsPassword = (text: string): boolean => SHOWN.some((pattern) => pattern.test(text))

/** `postgresql://user:@host`. */
const WITHOUT_PASSWORD = /^(postgres(ql)?|mysql|mariadb|mssql|oracle|mongodb)(\+\w{1,20})?:\/\/[\w.-]{1,60}:@[\w.-]/i

/** An entry of Django's settings with an empty password. */
const isOpenDatabase = ({ entries }: Value): boolean =>
  constantOf(entries?.get('PASSWORD')) === '' && !/sqlite/.test(constantOf(entries?.get('ENGINE')) ?? '')

/** The last word of a variable, attribute, key or call that holds a password. */
const PASSWORD_NAME =
  /(^|[^a-z])(\w{0,40}_)?(pass(word|wd|phrase|code)?|pwd|pswd|secret_?key|api_?key|auth_?token|access_?token)\d?['"]?[\])]{0,2}(\.\w{1,10}\(\))?$/i

/** A hash is better than a password, and still the same for everybody. */
const isHash = (text: string | undefined): boolean => /^[\da-f]{32,}$|^\$\w{1,8}\$/i.test(text ?? '')

/** A test states its expectation this way. */
const isAsserted = ({ parent }: Node): boolean =>
  parent?.type === 'AssertStatement' || (parent?.type === 'BinaryExpression' && isAsserted(parent))

/** Answers to a question, such as `quit` and `yes`, are no passwords. */
const isPassword = (text: string | undefined): boolean =>
  text !== undefined &&
  text.length >= 3 &&
  !/^(yes|no|none|null|quit|exit|back|true|false|help|cancel|done)$|\s/i.test(text)
