import { execFile } from 'node:child_process'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { withHome } from '../temporary-home.ts'

const SUITE = new URL('../../../node_modules/@modelcontextprotocol/conformance/dist/index.js', import.meta.url).pathname

/** Runs the official suite against a server; gives all that it printed, and its exit code. */
export function runSuite(url: string, key: string, ...how: string[]): Promise<{ code: number; printed: string }> {
  return withHome((folder) =>
    withKey(url, key, async (address) => {
      const called = [SUITE, 'server', '--url', `${address}/mcp`, ...how]
      const options = { cwd: folder, maxBuffer: 100_000_000 }
      try {
        const { stdout, stderr } = await promisify(execFile)(process.execPath, called, options)
        return { code: 0, printed: stdout + stderr }
      } catch (error) {
        const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string }
        return { code, printed: stdout + stderr }
      }
    }),
  )
}

/** The suite sends no key: this adds one, and passes everything else on as it came, host and origin too. */
async function withKey<T>(url: string, key: string, use: (address: string) => Promise<T>): Promise<T> {
  const proxy = createServer((asked, answer) => {
    const headers = { ...asked.headers, authorization: `Bearer ${key}` }
    const inner = request(`${url}${asked.url}`, { method: asked.method ?? 'GET', headers }, (answered) => {
      answer.writeHead(answered.statusCode ?? 502, answered.headers)
      answered.pipe(answer)
    })
    inner.on('error', () => answer.destroy())
    answer.on('close', () => inner.destroy())
    asked.pipe(inner)
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  try {
    return await use(`http://127.0.0.1:${(proxy.address() as AddressInfo).port}`)
  } finally {
    proxy.closeAllConnections()
    await new Promise((resolve) => proxy.close(resolve))
  }
}
