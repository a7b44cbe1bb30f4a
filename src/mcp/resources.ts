import { type McpServer, ResourceNotFoundError, ResourceTemplate } from '@modelcontextprotocol/server'
import { ApiError, type Client } from '../sdk/sdk.ts'
import { bytesContent, contentOf, type ResourceContent } from './resource-content.ts'
import { runUri } from './resource-uri.ts'

/** Larger ones are read by HTTP. */
const MOST_BYTES = 10_000_000
const LISTED_RUNS = 20
const JSON_TYPE = 'application/json'

/** Runs, the files they wrote and the values they showed, and files of sessions: read by their address. */
export function addResources(server: McpServer, client: Client): void {
  const { runs, sessions } = client
  const list = async () => ({
    resources: (await runs.list({ limit: LISTED_RUNS })).runs.map(({ runId, title, outcome, languages }) => ({
      ...{ uri: runUri(runId), name: runId, mimeType: JSON_TYPE, ...(title !== null && { title }) },
      description: `Run in ${languages.join(', ') || 'no language'}: ${outcome ?? 'running'}`,
    })),
  })
  const add = (name: string, address: { template: string; description: string; list?: typeof list }, read: Read) =>
    server.registerResource(
      name,
      new ResourceTemplate(address.template, { list: address.list }),
      { description: address.description },
      async (uri, variables) => ({
        contents: [{ uri: uri.href, ...(await found(uri, () => read(plain(variables)))) }],
      }),
    )

  const ofRun = 'anneal://runs/{run}'
  add(
    'run',
    { template: ofRun, description: 'One run: programs, attempts, output, errors', list },
    async ({ run = '' }) => ({
      mimeType: JSON_TYPE,
      text: JSON.stringify(await runs.get(run)),
    }),
  )
  add('run-file', { template: `${ofRun}/files/{+path}`, description: 'A file that a run wrote' }, async (given) => {
    const { run = '', path = '' } = given
    return bytesContent(await runs.file(run, path), 'application/octet-stream')
  })
  add(
    'run-result',
    {
      template: `${ofRun}/results/{index}`,
      description: 'A value that a run showed, from 0: all its forms by MIME type',
    },
    async ({ run = '', index = '' }) => {
      const shown = (await runs.get(run)).blocks.flatMap(({ attempts }) => attempts.at(-1)?.results ?? [])
      const value = /^\d+$/.test(index) ? shown[Number(index)] : undefined
      if (!value) throw new Missing()
      return { mimeType: JSON_TYPE, text: JSON.stringify(value.data) }
    },
  )
  const ofSession = 'anneal://sessions/{session}/files/{+path}'
  add(
    'session-file',
    { template: ofSession, description: 'A file of a session' },
    async ({ session = '', path = '' }) => contentOf(await sessions.files.open(session, path), MOST_BYTES),
  )
}

type Read = (variables: Record<string, string>) => Promise<ResourceContent>

class Missing extends Error {}

const plain = (variables: Record<string, string | string[]>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [name, decodeURIComponent([value].flat().join('/'))]),
  )

/** An address that names nothing, or nothing of the caller's, is no resource. */
async function found(uri: URL, read: () => Promise<ResourceContent>): Promise<ResourceContent> {
  try {
    return await read()
  } catch (error) {
    const isMissing = error instanceof Missing || error instanceof URIError
    if (isMissing || (error instanceof ApiError && [400, 404].includes(error.status)))
      throw new ResourceNotFoundError(uri.href)
    throw error
  }
}
