import { callRule, factRule, type PythonRule, spotOf } from '../call-rule.ts'
import { allGiven, given, isFalse, isTrue, written } from '../condition.ts'
import { oncePerProgram } from '../once-per-program.ts'
import type { Call } from '../read/facts.ts'
import { constantOf } from '../read/make-value.ts'
import type { Value } from '../read/value.ts'
import { withoutFalseVerify } from '../rewrite/without-false-verify.ts'

const VERIFIERS =
  'requests.get requests.post requests.put requests.delete requests.patch requests.head requests.request requests.options httpx.get httpx.post httpx.put httpx.delete httpx.request httpx.stream httpx.Client httpx.AsyncClient aiohttp.get aiohttp.post aiohttp.request aiohttp.TCPConnector aiohttp.ws_connect .request boto3.client boto3.resource hvac.Client'
const POOLS =
  'urllib3.PoolManager urllib3.HTTPSConnectionPool urllib3.ProxyManager urllib3.connectionpool.HTTPSConnectionPool'

const isUnchecked = (value: Value | undefined): boolean =>
  !!value && (/(^|\.)(CERT|VERIFY)_NONE$/.test(value.name) || /^(CERT_)?NONE$/.test(constantOf(value) ?? ''))

/** pyOpenSSL verifies nothing unless it is told to; a context with a key of its own is a server's. */
const isToldToVerify = oncePerProgram((program) =>
  ['.set_verify', '.use_privatekey', '.use_privatekey_file', '.use_certificate_file', '.use_certificate'].some(
    (name) => program.callsOf(name).length > 0,
  ),
)

const OLD = /(PROTOCOL_|TLSVersion\.|\.)(SSLv2|SSLv3|TLSv1|TLSv1_1)(_METHOD)?$/

/** User names that nobody keeps secret. */
const isAnonymous = (user: Value | undefined): boolean => /^(anonymous|ftp|guest|)$/i.test(constantOf(user) ?? '-')

/** Whether there is a user other than `anonymous`, and a password. */
const logsIn = (call: Call, first: number): boolean => {
  const user = given(call, first, 'user', 'username')
  const password = given(call, first + 1, 'passwd', 'password')
  return !!user && !!password && !isAnonymous(user) && constantOf(password) !== ''
}

export const transportRules: readonly PythonRule[] = [
  callRule(
    {
      id: 'python/tls-not-verified',
      family: 'network',
      severity: 'high',
      title: 'The certificate of the server is not checked',
      why: 'Anyone on the way can pretend to be the server, read everything and change it.',
      remedy: 'Leave verification on; give the certificate of your own authority with verify="ca.pem".',
      cwe: [295],
    },
    {
      calls: VERIFIERS,
      when: (call, program) => {
        const verify = call.keywords.get('verify') ?? call.keywords.get('ssl') ?? call.keywords.get('verify_ssl')
        if (!verify || !isFalse(verify.value) || verify.value.literal === 'None') return false
        return { fix: withoutFalseVerify(verify, program) }
      },
    },
    { calls: POOLS, when: (call) => isUnchecked(call.keywords.get('cert_reqs')?.value) },
    {
      calls: 'ssl._create_unverified_context ssl._create_stdlib_context',
      when: (call) => (call.method === '_create_stdlib_context' ? 'medium' : 'high'),
    },
    {
      calls: 'ssl.wrap_socket',
      when: (call) => {
        const checks = call.keywords.get('cert_reqs')?.value
        return !call.isOpen && !isTrue(given(call, 3, 'server_side')) && (!checks || isUnchecked(checks))
      },
    },
    { calls: 'OpenSSL.SSL.Context', when: (_, program) => !isToldToVerify(program) },
    { calls: '.set_verify', when: (call) => isUnchecked(given(call, 0, 'mode')) },
    {
      calls: 'websocket.create_connection .run_forever',
      when: (call) => isUnchecked(call.keywords.get('sslopt')?.value.entries?.get('cert_reqs')),
    },
    {
      calls: 'paramiko.SSHClient().set_missing_host_key_policy',
      when: (call) => /AutoAdd|Warning/.test(given(call, 0)?.name ?? ''),
    },
  ),
  factRule(
    {
      id: 'python/tls-switched-off',
      family: 'network',
      severity: 'high',
      title: 'Certificates are checked nowhere any more',
      why: 'Every connection of the program can be read and changed by others.',
      remedy: 'Leave the default context alone.',
      cwe: [295],
    },
    (program) =>
      program.facts.assignments.flatMap(({ node, target, value }) =>
        spotOf(
          node,
          (target === 'ssl._create_default_https_context' && /unverified/.test(value.name)) ||
            (/\.check_hostname$/.test(target) && value.literal === 'False') ||
            (/\.verify_mode$/.test(target) && isUnchecked(value)) ||
            (/^requests\.[\w().]*verify$/.test(target) && value.literal === 'False') ||
            (/^os\.environ\[(PYTHONHTTPSVERIFY|CURL_CA_BUNDLE|REQUESTS_CA_BUNDLE)\]$/.test(target) &&
              /^0?$/.test(constantOf(value) ?? '1')),
        ),
      ),
  ),
  factRule(
    {
      id: 'python/old-protocol',
      family: 'cryptography',
      severity: 'high',
      title: 'A version of TLS that is broken',
      why: 'What is sent can be read by others.',
      remedy: 'Use ssl.create_default_context().',
      cwe: [326, 757],
    },
    function* (program) {
      for (const name of ['ssl.wrap_socket', 'ssl.SSLContext', 'OpenSSL.SSL.Context', ...POOLS.split(' ')]) {
        for (const call of program.callsOf(name))
          yield* spotOf(
            call.node,
            allGiven(call).some((value) => OLD.test(value.name)),
          )
      }
      for (const { node, target, value } of program.facts.assignments)
        yield* spotOf(node, /\.(minimum_version|maximum_version|ssl_version)$/.test(target) && OLD.test(value.name))
    },
  ),
  callRule(
    {
      id: 'python/plain-protocol',
      family: 'network',
      severity: 'medium',
      title: 'Speaks a protocol without encryption',
      why: 'Passwords and data can be read by everyone on the way.',
      remedy: 'Use SSH, SFTP or FTPS.',
      cwe: [319],
    },
    {
      calls: 'telnetlib.Telnet ftplib.FTP',
      when: (call) => !call.isIndirect && (call.method === 'FTP' && logsIn(call, 1) ? 'high' : 'medium'),
    },
    { calls: 'ftplib.FTP().login', when: (call) => logsIn(call, 0) && 'high' },
    { calls: 'imaplib.IMAP4().login', when: (call, program) => !startsTls(program) && logsIn(call, 0) && 'high' },
    { calls: 'poplib.POP3().pass_', when: (_, program) => !startsTls(program) && 'high' },
    { calls: 'smtplib.SMTP().login', when: (_, program) => !startsTls(program) && 'high' },
    {
      calls: 'telnetlib.Telnet().write',
      when: (call, program) => call.positional.some(({ node }) => /pass|pwd/i.test(written(program, node))) && 'high',
    },
    {
      calls: VERIFIERS,
      when: (call) =>
        sendsPassword(call) &&
        /^http:\/\/(?!localhost|127\.|0\.0\.0\.0)/.test(given(call, 0, 'url')?.text ?? '') &&
        'high',
    },
  ),
]

/** Whether the call sends a password: by basic authentication, or in a form. */
const sendsPassword = (call: Call): boolean =>
  call.keywords.has('auth') ||
  ['data', 'json'].some((name) => {
    const form = call.keywords.get(name)
    return !!form && [...(form.value.entries?.keys() ?? [])].some((key) => /^(pass(word|wd)?|pwd)$/i.test(key))
  })

const startsTls = oncePerProgram((program) => ['.starttls', '.stls'].some((name) => program.callsOf(name).length > 0))
