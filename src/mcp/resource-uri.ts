/** Addresses of things of Anneal as MCP resources. */
export const runUri = (runId: string): string => `anneal://runs/${runId}`
export const runFileUri = (runId: string, path: string): string => `${runUri(runId)}/files/${encoded(path)}`
export const sessionFileUri = (sessionId: string, path: string): string =>
  `anneal://sessions/${sessionId}/files/${encoded(path)}`

const encoded = (path: string): string => path.split('/').map(encodeURIComponent).join('/')
