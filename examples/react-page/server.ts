/** A page that shows the state of a run with `anneal/react`: ANNEAL_API_KEY=… node examples/react-page/server.ts */
import { createServer, type RequestListener, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { build, type Rolldown } from 'vite'
import { createClient } from '../../src/sdk/sdk.ts'

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
const TYPES: Record<string, string> = { html: 'text/html', js: 'text/javascript', css: 'text/css' }

/** The page by path; `mode` is that of Vite. */
async function builtPage(mode: string): Promise<Map<string, string | Uint8Array>> {
  const root = fileURLToPath(new URL('.', import.meta.url))
  const built = (await build({
    ...{ root, mode, configFile: false, logLevel: 'warn' },
    define: { 'process.env.NODE_ENV': JSON.stringify(mode) },
    build: { write: false, target: 'es2022', modulePreload: { polyfill: false } },
  })) as Rolldown.RolldownOutput
  return new Map(
    built.output.map((file) => [`/${file.fileName}`, file.type === 'chunk' ? file.code : file.source] as const),
  )
}

/** The key stays here: the page sends a program and gets the events of its run, a line each. */
export async function serveReactPage(of: { anneal: string; apiKey: string; mode?: string }): Promise<RequestListener> {
  const client = createClient({ baseUrl: of.anneal, apiKey: of.apiKey })
  const files = await builtPage(of.mode ?? 'production')

  async function run(code: string, response: ServerResponse): Promise<void> {
    const leaving = new AbortController()
    response.on('close', () => leaving.abort())
    response.writeHead(200, { 'content-type': 'application/x-ndjson', 'cache-control': 'no-store' })
    for await (const event of client.stream({ code, language: 'python' }, { signal: leaving.signal }))
      response.write(`${JSON.stringify(event)}\n`)
    response.end()
  }

  return (request, response) => {
    const path = request.url === '/' ? '/index.html' : (request.url ?? '')
    const file = files.get(path)
    const type = TYPES[path.split('.').at(-1) ?? ''] ?? 'text/plain'
    if (file !== undefined)
      return void response.writeHead(200, { 'content-type': type, 'content-security-policy': POLICY }).end(file)
    // Only our own page may run something.
    if (path !== '/run' || request.headers['sec-fetch-site'] !== 'same-origin')
      return void response.writeHead(404).end('There is nothing here.\n')
    text(request)
      .then((code) => run(code, response))
      .catch((error: Error) => {
        if (response.headersSent) return void response.destroy()
        response.writeHead(502).end(`${error.message}\n`)
      })
  }
}

if (import.meta.main) {
  const anneal = process.env.ANNEAL_SERVER ?? 'http://127.0.0.1:4400'
  createServer(await serveReactPage({ anneal, apiKey: process.env.ANNEAL_API_KEY ?? '' })).listen(
    8081,
    '127.0.0.1',
    () => console.log('The page is at http://127.0.0.1:8081'),
  )
}
