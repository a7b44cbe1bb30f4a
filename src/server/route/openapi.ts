import { z } from 'zod'
import { errorBody } from '../../contract/errors.ts'
import type { Route } from '../http/route.ts'

type Json = Record<string, unknown>

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
      description: 'Run the code of AI agents in real Linux sandboxes and watch every step.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    paths,
    components: {
      schemas: componentSchemas(),
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'An API key: e2b_ and 40 hex digits' },
        apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
      },
    },
  }
}

function operationOf(route: Route): Json {
  const errorAnswer = {
    description: 'What went wrong and what to do',
    content: { 'application/json': { schema: refTo(errorBody) } },
  }
  return {
    summary: route.access === 'admin' ? `${route.summary} (admin)` : route.summary,
    operationId: `${route.method.toLowerCase()}${route.path.replace(/[/{}]+(\w)/g, (_, letter) => letter.toUpperCase()).replace(/\W/g, '')}`,
    security: route.access === 'open' ? [] : [{ bearer: [] }, { apiKey: [] }],
    parameters: [...parametersOf(route.params, 'path'), ...parametersOf(route.query, 'query')],
    ...(route.body && {
      requestBody: { required: true, content: { 'application/json': { schema: refTo(route.body) } } },
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
          { description: answer.description, content: contentOf(answer.content) },
        ]),
      ),
      default: errorAnswer,
    },
  }
}

function contentOf(content: Route['answers'][number]['content'] = {}): Json {
  return Object.fromEntries(
    Object.entries(content).map(([type, schema]) => [type, { schema: schema ? refTo(schema) : { type: 'string' } }]),
  )
}

function parametersOf(schema: z.ZodType | undefined, where: 'path' | 'query'): Json[] {
  if (!schema) return []
  const { properties = {}, required = [] } = schemaOf(schema) as {
    properties?: Record<string, Json>
    required?: string[]
  }
  return Object.entries(properties).map(([name, { description, ...property }]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    ...(description !== undefined && { description }),
    schema: property,
  }))
}

/** Schemas with an id stand once under components; others stand in place. */
function refTo(schema: z.ZodType): Json {
  const id = z.globalRegistry.get(schema)?.id
  return id === undefined ? schemaOf(schema) : { $ref: `#/components/schemas/${id}` }
}

function schemaOf(schema: z.ZodType): Json {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return json
}

function componentSchemas(): Json {
  const { schemas } = z.toJSONSchema(z.globalRegistry, {
    io: 'input',
    unrepresentable: 'any',
    uri: (id) => `#/components/schemas/${id}`,
  })
  return Object.fromEntries(
    Object.entries(schemas).map(([id, { $schema: _, $id: __, id: ___, ...schema }]) => [id, schema]),
  )
}
