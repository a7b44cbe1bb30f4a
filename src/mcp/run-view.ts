import { readFile } from 'node:fs/promises'
import type { McpServer } from '@modelcontextprotocol/server'

/** The extension of MCP Apps (SEP-1865). */
export const UI = 'io.modelcontextprotocol/ui'
export const RUN_VIEW = 'ui://anneal/run.html'
const TYPE = 'text/html;profile=mcp-app'
const PAGE = new URL('./run-view.html', import.meta.url)

/** The page needs nothing from anywhere: no domain may be reached, framed or loaded from. */
const CSP = { connectDomains: [], resourceDomains: [], frameDomains: [], baseUriDomains: [] }
const SHOWN = { ui: { csp: CSP, prefersBorder: true } }

/** A page that draws a run where the client can show pages: attempts, changes, errors. */
export function addRunView(server: McpServer): void {
  server.registerResource(
    'run-view',
    RUN_VIEW,
    { description: 'Draws the attempts of a run and the changes between them', mimeType: TYPE, _meta: SHOWN },
    async (uri) => ({
      contents: [{ uri: uri.href, mimeType: TYPE, text: await readFile(PAGE, 'utf8'), _meta: SHOWN }],
    }),
  )
}
