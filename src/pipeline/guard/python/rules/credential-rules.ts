import { callRule, factRule, type PythonRule, spotOf } from '../call-rule.ts'
import { written } from '../condition.ts'
import type { Call } from '../read/facts.ts'
import { constantOf } from '../read/make-value.ts'

const CONNECTORS =
  '.connect .login psycopg2.connect pymysql.connect MySQLdb.connect mysql.connector.connect pymongo.MongoClient redis.Redis redis.StrictRedis paramiko.SSHClient().connect ftplib.FTP ldap3.Connection cx_Oracle.connect pyodbc.connect pymssql.connect boto3.client boto3.Session boto3.resource smtplib.SMTP().login smtplib.SMTP_SSL().login imaplib.IMAP4_SSL().login psycopg.connect asyncpg.connect .create_user .set_password snowflake.connector.connect'
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

/** What examples write where a password would stand. */
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
        if (!first || !mark || !last || !/^[=!]=$/.test(written(program, mark))) return []
        const [text, asked] = constantOf(right) === undefined ? [constantOf(left), last] : [constantOf(right), first]
        return spotOf(node, isPassword(text) && PASSWORD_NAME.test(written(program, asked)))
      }),
  ),
]

/** The last word of a variable, attribute, key or call that holds a password. */
const PASSWORD_NAME =
  /(^|[^a-z])(\w{0,40}_)?(pass(word|wd|phrase|code)?|pwd|pswd|secret_?key|api_?key|auth_?token|access_?token)\d?['"]?[\])]{0,2}(\.\w{1,10}\(\))?$/i

/** Answers to a question are none: `quit`, `yes`. */
const isPassword = (text: string | undefined): boolean =>
  text !== undefined &&
  text.length >= 3 &&
  !/^(yes|no|none|null|quit|exit|back|true|false|help|cancel|done)$|\s/i.test(text)
