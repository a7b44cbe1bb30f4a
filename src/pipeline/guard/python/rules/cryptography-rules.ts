import { callRule, type PythonRule } from '../call-rule.ts'
import { allGiven, given, isConstant, isFalse, namesCredential, written } from '../condition.ts'
import type { PythonProgram } from '../program.ts'
import type { Call } from '../read/facts.ts'
import { constantOf } from '../read/make-value.ts'
import { strongerHash } from '../rewrite/stronger-hash.ts'

const WEAK_HASH = /^(md2|md4|md5|sha|sha1|ripemd160)$/i
const WEAK_CIPHERS =
  'Crypto.Cipher.DES.new Crypto.Cipher.DES3.new Crypto.Cipher.ARC4.new Crypto.Cipher.ARC2.new Crypto.Cipher.Blowfish.new Crypto.Cipher.XOR.new Crypto.Cipher.CAST.new pyDes.des pyDes.triple_des'
const WEAK_ALGORITHMS =
  'cryptography.hazmat.primitives.ciphers.algorithms.ARC4 cryptography.hazmat.primitives.ciphers.algorithms.TripleDES cryptography.hazmat.primitives.ciphers.algorithms.Blowfish cryptography.hazmat.primitives.ciphers.algorithms.IDEA cryptography.hazmat.primitives.ciphers.algorithms.CAST5 cryptography.hazmat.primitives.ciphers.modes.ECB'
const CIPHERS =
  'Crypto.Cipher.AES.new Crypto.Cipher.DES.new Crypto.Cipher.DES3.new Crypto.Cipher.Blowfish.new Crypto.Cipher.ARC4.new Crypto.Cipher.ChaCha20.new'

const SALTED = 'bcrypt.hashpw crypt.crypt Crypto.Protocol.KDF.PBKDF2 Crypto.Protocol.KDF.scrypt'
const NAMES_ITS_SALT =
  'hashlib.scrypt cryptography.hazmat.primitives.kdf.pbkdf2.PBKDF2HMAC cryptography.hazmat.primitives.kdf.scrypt.Scrypt argon2.low_level.hash_secret argon2.low_level.hash_secret_raw'

/** Hashes of passwords and tokens must be slow and strong; for other data a weak one is a habit. */
function judgeHash(call: Call, program: PythonProgram, weak: boolean) {
  if (isFalse(call.keywords.get('usedforsecurity')?.value)) return false
  const about = `${call.positional.map(({ node }) => written(program, node)).join(' ')} ${call.function?.name ?? ''} ${updates(call, program)}`
  const isSecret =
    namesCredential(about) ||
    /signature|certificate|verify_?pass|authenticate|login|\bpw|\bsign(?![a-z])|_sign\b/i.test(about)
  if (!weak) return isSecret && /pass(word|wd)/i.test(about) && 'high'
  return isSecret ? { severity: 'high' as const, fix: strongerHash(call) } : 'medium'
}

/** The text of the updates of a hash that was created empty, within the same function. */
const updates = (call: Call, program: PythonProgram): string =>
  call.positional.length > 0
    ? ''
    : program
        .callsOf('.update')
        .slice(0, 200)
        .filter((update) => update.function === call.function)
        .slice(0, 5)
        .map((update) => written(program, update.node))
        .join(' ')

const SHORT_KEY = 2048
export const cryptographyRules: readonly PythonRule[] = [
  callRule(
    {
      id: 'python/weak-hash',
      family: 'cryptography',
      severity: 'medium',
      title: 'A hash that is broken',
      why: 'Two texts with the same hash can be made at will, and passwords are guessed by the billion.',
      remedy: 'Use hashlib.sha256 for checksums; hashlib.scrypt, argon2 or bcrypt for passwords.',
      cwe: [327, 328, 916],
    },
    {
      calls:
        'hashlib.md5 hashlib.sha1 hashlib.md4 Crypto.Hash.MD5.new Crypto.Hash.SHA1.new Crypto.Hash.SHA.new Crypto.Hash.MD4.new Crypto.Hash.MD2.new md5.new sha.new cryptography.hazmat.primitives.hashes.MD5 cryptography.hazmat.primitives.hashes.SHA1',
      when: (call, program) => judgeHash(call, program, true),
    },
    {
      calls: 'hashlib.new',
      when: (call, program) => judgeHash(call, program, WEAK_HASH.test(constantOf(given(call, 0, 'name')) ?? '')),
    },
    { calls: 'hashlib.sha256 hashlib.sha512', when: (call, program) => judgeHash(call, program, false) },
    { calls: 'crypt.crypt', when: () => true },
  ),
  callRule(
    {
      id: 'python/weak-cipher',
      family: 'cryptography',
      severity: 'high',
      title: 'A cipher or mode that is broken',
      why: 'What it hides can be read by others.',
      remedy: 'Use AES-GCM or ChaCha20-Poly1305, for example through cryptography.fernet.',
      cwe: [327],
    },
    { calls: `${WEAK_CIPHERS} ${WEAK_ALGORITHMS}`, when: () => true },
    {
      calls: CIPHERS,
      when: (call) =>
        allGiven(call).some(({ name, number }, index) => /MODE_ECB$/.test(name) || (index === 1 && number === 1)),
    },
  ),
  callRule(
    {
      id: 'python/constant-key',
      family: 'cryptography',
      severity: 'high',
      title: 'A key, salt or initial value that never changes',
      why: 'Who has the code has the key; the same start makes the same text look the same.',
      remedy: 'Take keys from settings, and make salts and initial values with os.urandom each time.',
      cwe: [321, 329, 760],
    },
    {
      calls: `${CIPHERS} cryptography.fernet.Fernet cryptography.hazmat.primitives.ciphers.algorithms.AES`,
      when: (call) => call.positional.length > 0 && isFixed(call, 0, 'key'),
    },
    {
      calls: CIPHERS,
      when: (call) =>
        call.positional.length > 2 || call.keywords.has('iv') || call.keywords.has('nonce')
          ? isFixed(call, 2, 'iv', 'nonce')
          : false,
    },
    {
      calls:
        'cryptography.hazmat.primitives.ciphers.modes.CBC cryptography.hazmat.primitives.ciphers.modes.CTR cryptography.hazmat.primitives.ciphers.modes.GCM cryptography.hazmat.primitives.ciphers.modes.CFB',
      when: (call) => call.positional.length > 0 && isFixed(call, 0, 'initialization_vector', 'nonce'),
    },
    { calls: 'hashlib.pbkdf2_hmac', when: (call) => isFixed(call, 2, 'salt') },
    { calls: SALTED, when: (call) => isFixed(call, 1, 'salt') },
    { calls: NAMES_ITS_SALT, when: (call) => isFixed(call, 9, 'salt') },
    {
      calls: 'hashlib.pbkdf2_hmac',
      when: (call) => (given(call, 3, 'iterations')?.number ?? 1e9) < 10_000 && 'medium',
    },
    {
      calls: 'jwt.encode jose.jwt.encode hmac.new itsdangerous.URLSafeTimedSerializer',
      when: (call) => {
        const key = constantOf(given(call, call.name === 'hmac.new' || call.name.startsWith('its') ? 0 : 1, 'key'))
        return key !== undefined && key !== ''
      },
    },
  ),
  callRule(
    {
      id: 'python/short-key',
      family: 'cryptography',
      severity: 'high',
      title: 'A key that is too short',
      why: 'It can be found by trying.',
      remedy: 'Use at least 3072 bits for RSA, or an elliptic curve.',
      cwe: [326],
    },
    {
      calls: 'Crypto.PublicKey.RSA.generate Crypto.PublicKey.DSA.generate rsa.newkeys paramiko.RSAKey.generate',
      when: (call) => (given(call, 0, 'bits')?.number ?? SHORT_KEY) < SHORT_KEY,
    },
    {
      calls:
        'cryptography.hazmat.primitives.asymmetric.rsa.generate_private_key cryptography.hazmat.primitives.asymmetric.dsa.generate_private_key',
      when: (call) => allGiven(call).some(({ number }) => number !== undefined && number >= 256 && number < SHORT_KEY),
    },
  ),
]

const isFixed = (call: Call, index: number, ...names: string[]): boolean => {
  const value = given(call, index, ...names)
  return !!value && value.literal === undefined && value.number === undefined && isConstant(value)
}
