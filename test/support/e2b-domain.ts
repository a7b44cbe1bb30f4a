import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { makeCertificates } from '../../src/cli/command/make-certificates.ts'
import { openCertificate } from '../../src/server/tls/certificate.ts'
import { localCertificateFiles } from '../../src/server/tls/local-certificate.ts'
import { type E2bServer, startE2bServer } from './e2b-server.ts'
import { freePort } from './free-port.ts'

export interface E2bDomain extends E2bServer {
  name: string
  domain: string
  port: number
  files: ReturnType<typeof localCertificateFiles>
  /** Errors of changed certificates that could not be used. */
  certificateTroubles: unknown[]
  /** Runs a program of `test/support` with the domain and the key; gives its last output. */
  runClient(program: string, env?: Record<string, string>): Promise<Record<string, unknown>>
}

/** A server with a domain of its own, and a certificate for it that it made itself. */
export async function startE2bDomain(env: Record<string, string> = {}): Promise<E2bDomain> {
  const home = await mkdtemp(join(tmpdir(), 'anneal-domain-'))
  const [name, port] = ['box.localhost', await freePort()]
  const domain = `${name}:${port}`
  const files = localCertificateFiles(home)
  await makeCertificates(files, name)
  const certificateTroubles: unknown[] = []
  const certificate = openCertificate(files, (error) => void certificateTroubles.push(error))
  const server = await startE2bServer({ home, port, certificate, env: { ANNEAL_E2B_DOMAIN: domain, ...env } })
  return {
    ...{ ...server, name, domain, port, files, certificateTroubles },
    async runClient(program, more = {}) {
      const given = { E2B_DOMAIN: domain, E2B_API_KEY: server.key, NODE_EXTRA_CA_CERTS: files.caFile }
      const options = {
        env: { PATH: process.env.PATH ?? '', HOME: home, NODE_OPTIONS: `--require ${LOOKUP}`, ...given, ...more },
      }
      const { stdout } = await promisify(execFile)(process.execPath, [here(program)], options)
      return JSON.parse(stdout.trim().split('\n').at(-1) ?? '')
    },
    async close() {
      await server.close()
      await rm(home, { recursive: true, force: true })
    },
  }
}

const here = (name: string) => fileURLToPath(new URL(name, import.meta.url))
const LOOKUP = here('localhost-lookup.cjs')
