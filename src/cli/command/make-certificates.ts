import { execFile } from 'node:child_process'
import { generateKeyPairSync, randomUUID, X509Certificate } from 'node:crypto'
import { chmod, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { UsageError } from '../usage-error.ts'

const AUTHORITY_DAYS = 3650
/** The longest validity that Apple's systems accept from an authority that was added by hand. */
const CERTIFICATE_DAYS = 825
const DAY_MS = 86_400_000

export interface CertificatePaths {
  caFile: string
  caKeyFile: string
  certFile: string
  keyFile: string
}

export interface MadeCertificates {
  validUntil: Date
  /** False when clients that trusted the authority before still do. */
  isNewAuthority: boolean
}

/**
 * Makes a certificate for everything directly below a name, and an authority of this host that signs it, unless there
 * is one. The authority can sign for nothing but this name, so that trusting it risks nothing else.
 */
export async function makeCertificates(files: CertificatePaths, name: string): Promise<MadeCertificates> {
  await mkdir(dirname(files.caFile), { recursive: true, mode: 0o700 })
  await chmod(dirname(files.caFile), 0o700)
  const work = await mkdtemp(join(dirname(files.caFile), 'new-'))
  try {
    const isNewAuthority = !(await isStillGood(files.caFile, name))
    if (isNewAuthority) await makeAuthority(files, { name, work })
    await makeLeaf(files, { name, work })
    return { validUntil: new X509Certificate(await readFile(files.certFile)).validToDate, isNewAuthority }
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

const titleOf = (name: string) => `Anneal authority of ${name}`.slice(0, 64)

async function isStillGood(caFile: string, name: string): Promise<boolean> {
  const text = await readFile(caFile, 'utf8').catch(() => undefined)
  if (text === undefined) return false
  try {
    const authority = new X509Certificate(text)
    const hasTime = authority.validToDate.getTime() > Date.now() + CERTIFICATE_DAYS * DAY_MS
    return hasTime && authority.subject === `CN=${titleOf(name)}`
  } catch {
    return false
  }
}

interface Place {
  name: string
  /** A directory of its own, so that a certificate and its key are replaced together. */
  work: string
}

async function makeAuthority({ caFile, caKeyFile }: CertificatePaths, { name, work }: Place): Promise<void> {
  const [key, cert] = [join(work, 'ca-key.pem'), join(work, 'ca.pem')]
  await writeKey(key)
  const config = await writeConfig(work, titleOf(name), [
    'basicConstraints = critical, CA:TRUE, pathlen:0',
    'keyUsage = critical, keyCertSign, cRLSign',
    'subjectKeyIdentifier = hash',
    `nameConstraints = critical, permitted;DNS:${name}, excluded;IP:0.0.0.0/0.0.0.0, excluded;IP:::/::`,
  ])
  await openssl(['req', '-x509', '-new', '-config', config, '-key', key, '-days', `${AUTHORITY_DAYS}`, '-out', cert])
  await rename(key, caKeyFile)
  await rename(cert, caFile)
}

async function makeLeaf(files: CertificatePaths, { name, work }: Place): Promise<void> {
  const [key, cert, request] = [join(work, 'key.pem'), join(work, 'cert.pem'), join(work, 'request.pem')]
  await writeKey(key)
  const config = await writeConfig(work, `*.${name}`.slice(0, 64), [
    'basicConstraints = critical, CA:FALSE',
    'keyUsage = critical, digitalSignature',
    'extendedKeyUsage = serverAuth',
    'subjectKeyIdentifier = hash',
    'authorityKeyIdentifier = keyid',
    `subjectAltName = DNS:${name}, DNS:*.${name}`,
  ])
  await openssl(['req', '-new', '-config', config, '-key', key, '-out', request])
  const by = ['-CA', files.caFile, '-CAkey', files.caKeyFile, '-set_serial', `0x${randomUUID().replaceAll('-', '')}`]
  const kind = ['-extfile', config, '-extensions', 'kind', '-days', `${CERTIFICATE_DAYS}`, '-sha256']
  await openssl(['x509', '-req', '-in', request, ...by, ...kind, '-out', cert])
  await rename(key, files.keyFile)
  await rename(cert, files.certFile)
}

async function writeKey(path: string): Promise<void> {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  await writeFile(path, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600, flag: 'wx' })
}

async function writeConfig(work: string, title: string, extensions: string[]): Promise<string> {
  const path = join(work, `${randomUUID()}.cnf`)
  const head = ['[req]', 'prompt = no', 'distinguished_name = who', 'x509_extensions = kind', '[who]', `CN = ${title}`]
  await writeFile(path, [...head, '[kind]', ...extensions, ''].join('\n'))
  return path
}

async function openssl(args: string[]): Promise<void> {
  try {
    await promisify(execFile)('openssl', args)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    throw new UsageError('The program openssl is not there.', 'Install it: apt-get install openssl')
  }
}
