import { z } from 'zod'
import { errorBody } from '../../contract/errors.ts'
import { TAGS } from '../../contract/tags.ts'
import type { Route } from '../http/route.ts'
import { errorAnswersOf, errorExamples } from './error-answers.ts'

type Json = Record<string, unknown>

/** How zod writes schemas: every whole number would have the bounds of the number type, which nobody chose. */
const WRITTEN: Parameters<typeof z.toJSONSchema>[1] = {
  io: 'input',
  unrepresentable: 'any',
  override: ({ jsonSchema }) => {
    if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
    if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
  },
}

/**
 * Makes the OpenAPI 3.1 document from the routes: its schemas are JSON Schema, which zod writes itself, so nothing is
 * described twice.
 */
export function openApiDocument(routes: readonly Route[], version: string): Json {
  const paths: Record<string, Json> = {}
  for (const route of routes) {
    // OpenAPI has no name for the rest of a path; clients may write its slashes as %2F.
    const path = route.path.replace('*}', '}')
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Anneal',
      version,
      description: [
        'Run the code of AI agents in real Linux sandboxes and watch every step.',
        'Every route but `/v1/health` needs a key: `Authorization: Bearer KEY`. To try one here, paste yours under Authentication.',
        'Every refusal has the shape `ErrorBody`: a code, one sentence about the reason, and a hint that says what to do.',
      ].join('\n\n'),
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'This server' }],
    security: KEYS,
    tags: Object.entries(TAGS)
      .filter(([name]) => routes.some(({ tag }) => tag === name))
      .map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: componentSchemas(paths),
      examples: errorExamples(routes),
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'An API key: e2b_ and 40 hex digits' },
        apiKey: {
          type: 'apiKey',
          in: 'header',
          name: 'X-API-Key',
          description: 'The same key, in a header of its own',
        },
      },
    },
  }
}

const KEYS = [{ bearer: [] }, { apiKey: [] }]

function operationOf(route: Route): Json {
  return {
    tags: [route.tag],
    summary: route.access === 'admin' ? `${route.summary} (admin)` : route.summary,
    operationId: route.operation,
    security: route.access === 'open' ? [] : KEYS,
    parameters: [...parametersOf(route.params, 'path'), ...parametersOf(route.query, 'query', route.example?.query)],
    ...(route.body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: refTo(route.body), example: route.example?.body } },
      },
    }),
    ...(route.upload !== undefined && {
      requestBody: {
        required: true,
        description: route.upload,
        content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
      },
    }),
    responses: {
      ...Object.fromEntries(
        route.answers.map((answer) => [
          answer.status,
          { description: answer.description, ...(answer.content && { content: contentOf(answer.content) }) },
        ]),
      ),
      ...errorAnswersOf(route, refTo(errorBody)),
      default: {
        description: 'Anything else that went wrong',
        content: { 'application/json': { schema: refTo(errorBody) } },
      },
    },
  }
}

function contentOf(content: NonNullable<Route['answers'][number]['content']>): Json {
  return Object.fromEntries(
    Object.entries(content).map(([type, schema]) => [type, { schema: schema ? refTo(schema) : { type: 'string' } }]),
  )
}

function parametersOf(schema: z.ZodType | undefined, where: 'path' | 'query', example: Json = {}): Json[] {
  if (!schema) return []
  const { properties = {}, required = [] } = schemaOf(schema) as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).map(([name, { description, examples, ...property }]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    ...(description !== undefined && { description }),
    schema: property,
    ...exampleOf(example[name] ?? (examples as unknown[] | undefined)?.[0]),
  }))
}

const exampleOf = (example: unknown) => (example === undefined ? {} : { example })

/** Schemas with an id stand once under components; others stand in place. */
function refTo(schema: z.ZodType): Json {
  const id = z.globalRegistry.get(schema)?.id
  return id === undefined ? schemaOf(schema) : { $ref: `#/components/schemas/${id}` }
}

function schemaOf(schema: z.ZodType): Json {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { ...WRITTEN })
  return json
}

/** All schemas with an id that the paths lead to. */
function componentSchemas(paths: Json): Json {
  const { schemas } = z.toJSONSchema(z.globalRegistry, {
    ...WRITTEN,
    uri: (id) => `#/components/schemas/${id}`,
  })
  const used: Json = {}
  const take = (text: string): void => {
    for (const [, id = ''] of text.matchAll(/#\/components\/schemas\/(\w+)"/g)) {
      if (used[id]) continue
      const { $schema: _, $id: __, id: ___, ...schema } = schemas[id] ?? {}
      used[id] = schema
      take(JSON.stringify(schema))
    }
  }
  take(JSON.stringify(paths))
  return Object.fromEntries(Object.entries(used).sort(([one], [other]) => (one < other ? -1 : 1)))
}
