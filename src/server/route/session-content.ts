import { z } from 'zod'
import { sessionId } from '../../contract/id.ts'
import {
  interpreterName,
  sessionVariables,
  treeFiles,
  variableAttributes,
  variableSetting,
  variableValue,
} from '../../contract/session.ts'
import type { Engine } from '../../engine.ts'
import { linksSession, readsSession, usesSession } from '../http/for-tokens.ts'
import { readUpload } from '../http/read-body.ts'
import { answers, json, type Route, route } from '../http/route.ts'
import { sessionOf } from './session-of.ts'

const params = z.object({ sessionId })
const variableParams = z.object({
  sessionId,
  name: z
    .string()
    .min(1)
    .max(200)
    .meta({ examples: ['total'] }),
})
const attributeOwner = z
  .string()
  .min(1)
  .max(1000)
  .describe('A variable, or an attribute of one: `a.b`')
  .meta({ examples: ['table'] })
const path = z
  .string()
  .min(1)
  .max(4096)
  .describe('Inside of the workspace')
  .meta({ examples: ['data/table.csv'] })
const BYTES = { 'application/octet-stream': null }
const removed = z.object({ removed: z.string() })

/** Variables and files of a session, from outside of its sandbox. */
export function sessionContentRoutes({ variables, files }: Engine['sessions']): Route[] {
  const variable = { path: '/v1/sessions/{sessionId}/variables/{name}', params: variableParams } as const
  const file = { path: '/v1/sessions/{sessionId}/file', params, query: z.strictObject({ path }) } as const
  return [
    route(
      {
        ...{ method: 'GET', path: '/v1/sessions/{sessionId}/variables', params },
        forTokens: readsSession,
        query: z.strictObject({ language: interpreterName.optional() }),
        tag: 'Sessions',
        operation: 'listVariables',
        summary: 'The variables of a session, of one language or of all',
        errors: ['LANGUAGE_UNKNOWN'],
        answers: answers(sessionVariables, 'Names, types and short values'),
      },
      async (input) => json({ variables: await variables.list(...sessionOf(input), input.query.language) }),
    ),
    route(
      {
        ...{ method: 'GET', ...variable, query: z.strictObject({ language: interpreterName }) },
        forTokens: readsSession,
        tag: 'Sessions',
        operation: 'getVariable',
        summary: 'The value of a variable',
        errors: ['LANGUAGE_UNKNOWN', 'VARIABLE_NOT_FOUND'],
        answers: answers(variableValue, 'The value'),
      },
      async (input) => json(await variables.get(...sessionOf(input), { ...input.query, name: input.params.name })),
    ),
    route(
      {
        ...{ method: 'PUT', ...variable, body: variableSetting },
        forTokens: usesSession,
        tag: 'Sessions',
        operation: 'setVariable',
        summary: 'Set a variable',
        example: { body: { language: 'python', value: [1, 2, 3] } },
        errors: ['LANGUAGE_UNKNOWN'],
        answers: answers(variableValue, 'The variable as it is now'),
      },
      async (input) => {
        const { language, value } = input.body
        const at = { language, name: input.params.name }
        await variables.set(...sessionOf(input), { ...at, value })
        return json(await variables.get(...sessionOf(input), at))
      },
    ),
    route(
      {
        ...{ method: 'GET', path: '/v1/sessions/{sessionId}/attributes', params },
        operation: 'listAttributes',
        query: z.strictObject({ language: interpreterName, of: attributeOwner }),
        tag: 'Sessions',
        summary: 'The names that may stand behind a dot, for completion; in Python, JavaScript and TypeScript',
        errors: ['LANGUAGE_UNKNOWN', 'VARIABLE_NOT_FOUND', 'UNSUPPORTED'],
        answers: answers(variableAttributes, 'The names'),
      },
      async (input) => json({ names: await variables.attributes(...sessionOf(input), input.query) }),
    ),
    route(
      {
        ...{ method: 'GET', path: '/v1/sessions/{sessionId}/files', params },
        forTokens: readsSession,
        query: z.strictObject({
          path: z.string().max(4096).default('').describe('The whole workspace unless it is told'),
          depth: z.coerce.number().int().min(1).max(100).default(1).describe('How many levels down'),
        }),
        tag: 'Sessions',
        operation: 'listSessionFiles',
        summary: 'The files of a session',
        errors: ['PATH_NOT_FOUND', 'PATH_REFUSED'],
        answers: answers(treeFiles, 'Files, directories and links'),
      },
      async (input) => json({ files: await files.list(...sessionOf(input), input.query) }),
    ),
    route(
      {
        ...{ method: 'GET', ...file },
        forTokens: linksSession,
        tag: 'Sessions',
        operation: 'readSessionFile',
        summary: 'The content of a file of a session',
        errors: ['PATH_NOT_FOUND', 'PATH_REFUSED'],
        answers: [{ status: 200, description: 'The bytes', content: BYTES }],
      },
      async (input) => {
        const bytes = await files.read(...sessionOf(input), input.query.path)
        const headers = {
          'content-type': 'application/octet-stream',
          'content-disposition': 'attachment',
          'content-length': String(bytes.length),
        }
        return new Response(Buffer.from(bytes), { headers })
      },
    ),
    route(
      {
        ...{ method: 'PUT', ...file },
        forTokens: usesSession,
        tag: 'Sessions',
        operation: 'writeSessionFile',
        summary: 'Save a file in a session, with the directories it is in',
        upload: 'The content of the file',
        errors: ['PATH_REFUSED', 'SANDBOX_FULL'],
        answers: answers(treeFiles, 'The file'),
      },
      async (input) => {
        const { content } = readUpload(input.request)
        await files.write(...sessionOf(input), { path: input.query.path, content })
        return json({ files: [await files.stat(...sessionOf(input), input.query.path)] })
      },
    ),
    route(
      {
        ...{ method: 'DELETE', ...file },
        forTokens: usesSession,
        tag: 'Sessions',
        operation: 'deleteSessionFile',
        summary: 'Remove a file of a session, or a directory with everything in it',
        errors: ['PATH_NOT_FOUND', 'PATH_REFUSED'],
        answers: answers(removed, 'What was removed'),
      },
      async (input) => {
        await files.remove(...sessionOf(input), input.query.path)
        return json({ removed: input.query.path })
      },
    ),
  ]
}
