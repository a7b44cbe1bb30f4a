import { readFile } from 'node:fs/promises'
import { createServer } from 'node:https'
import { type AddressInfo, connect } from 'node:net'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { expect, it } from 'vitest'
import { makeCertificates } from '../src/cli/command/make-certificates.ts'
import { realReach } from '../src/sandbox/egress/reach.ts'
import { withHome } from './support/temporary-home.ts'

it('the proxy speaks TLS with the named host, and with nobody who cannot prove to be it', () =>
  withHome(async (home) => {
    const file = (name: string) => join(home, 'certs', name)
    const files = {
      ...{ caFile: file('ca.pem'), caKeyFile: file('ca-key.pem') },
      ...{ certFile: file('cert.pem'), keyFile: file('key.pem') },
    }
    await makeCertificates(files, 'hosts.example')
    const [cert, key, ca] = await Promise.all(
      [files.certFile, files.keyFile, files.caFile].map((path) => readFile(path)),
    )
    const server = createServer({ cert: cert ?? '', key: key ?? '' }, (_, response) => void response.end('hello'))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const secure = (host: string) => realReach.secure(connect({ host: '127.0.0.1', port, allowHalfOpen: true }), host)
    const usual = getCACertificates('default')
    try {
      await expect(secure('api.hosts.example')).rejects.toThrow()
      setDefaultCACertificates([...usual, String(ca)])
      await expect(secure('api.other.example')).rejects.toThrow()
      const socket = await secure('api.hosts.example')
      socket.end('GET / HTTP/1.1\r\nHost: api.hosts.example\r\nConnection: close\r\n\r\n')
      let heard = ''
      for await (const bytes of socket) heard += bytes
      expect(heard).toMatch(/^HTTP\/1.1 200 /)
    } finally {
      setDefaultCACertificates(usual)
      server.close()
    }
  }))
