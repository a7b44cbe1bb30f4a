import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A registry on loopback with one package; its install script would leave a mark on the host. */
export async function withRegistry<T>(
  { name, code, script }: { name: string; code: string; script: string },
  use: (url: string) => Promise<T>,
): Promise<T> {
  const directory = mkdtempSync(join(tmpdir(), 'anneal-registry-'))
  const manifest = { name, version: '1.2.3', main: 'index.js', scripts: { install: script } }
  writeFileSync(join(directory, 'package.json'), JSON.stringify(manifest))
  writeFileSync(join(directory, 'index.js'), code)
  const tarball = execFileSync('tar', [
    ...['-czf', '-', '-C', directory, '--transform', 's,^,package/,', 'package.json', 'index.js'],
  ])
  const server = createServer((request, answer) => {
    if (request.url?.endsWith('.tgz')) return answer.end(tarball)
    if (request.url !== `/${name}`) return answer.writeHead(404).end('{}')
    const integrity = `sha512-${createHash('sha512').update(tarball).digest('base64')}`
    const dist = { tarball: `${url}/${name}-1.2.3.tgz`, integrity }
    const about = { name, 'dist-tags': { latest: '1.2.3' }, versions: { '1.2.3': { ...manifest, dist } } }
    return answer.setHeader('content-type', 'application/json').end(JSON.stringify(about))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  try {
    return await use(url)
  } finally {
    server.closeAllConnections()
    server.close()
    rmSync(directory, { recursive: true })
  }
}
