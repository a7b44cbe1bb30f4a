import { z } from 'zod'
import { controlRoutes } from '../../src/server/e2b/control/control-routes.ts'
import type { Procedure } from '../../src/server/e2b/envd/connect/procedure.ts'
import { envdPlainRoutes, envdServices } from '../../src/server/e2b/envd/create-envd-plane.ts'
import { interpreterRows } from '../../src/server/e2b/interpreter/interpreter-plane.ts'
import { contextRequest, executeRequest } from '../../src/server/e2b/interpreter/interpreter-request.ts'
import { E2B_BODY, E2B_QUERY } from './e2b-fields.ts'
import type { Schema } from './schema-value.ts'

/** One route or procedure of the server. */
export interface FuzzTarget {
  door: 'v1' | 'control' | 'envd' | 'interpreter'
  name: string
  method: string
  /** Path, with `{name}` for one part of it. */
  path: string
  isAdmin: boolean
  query: Record<string, Schema>
  body?: Schema
  /** The body is bytes in place of JSON. */
  isUpload: boolean
  connect?: Procedure['kind']
  /** Statuses that the OpenAPI document names for answers, without its errors; undefined when it names none. */
  statuses?: number[]
}

export interface OpenApi {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}
interface Operation {
  summary: string
  parameters: { name: string; in: string; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, unknown>
}

/** All targets, from the tables that the server itself works by: a new route is fuzzed as soon as it has its row. */
export function fuzzTargets(document: OpenApi): FuzzTarget[] {
  const ours = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ourTarget(method.toUpperCase(), path, operation)),
  )
  return [...ours, ...controlTargets(), ...envdTargets(), ...interpreterTargets()]
}

function ourTarget(method: string, path: string, operation: Operation): FuzzTarget {
  const content = operation.requestBody?.content ?? {}
  const body = content['application/json']?.schema
  const query = operation.parameters.filter((each) => each.in === 'query')
  return {
    ...{ door: 'v1', name: `${method} ${path}`, method, path, isAdmin: operation.summary.endsWith('(admin)') },
    query: Object.fromEntries(query.map(({ name, schema }) => [name, schema])),
    ...(body && { body }),
    isUpload: 'application/octet-stream' in content,
    statuses: Object.keys(operation.responses).map(Number).filter(Boolean),
  }
}

function controlTargets(): FuzzTarget[] {
  // Rows are made for an engine, and only called with one.
  const nobody: never = new Proxy({}, { get: () => nobody }) as never
  return controlRoutes(nobody).map((route) => ({
    ...{ door: 'control', method: route.method, path: route.path, name: `e2b ${route.method} ${route.path}` },
    ...{ isAdmin: false, query: E2B_QUERY, isUpload: route.access === 'open' && route.method !== 'GET' },
    ...(route.method !== 'GET' && { body: E2B_BODY }),
  }))
}

function envdTargets(): FuzzTarget[] {
  const calls = Object.entries(envdServices).flatMap(([service, procedures]) =>
    Object.entries(procedures).map(([name, { kind, schema }]): FuzzTarget => {
      const path = `/${service}/${name}`
      const body = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema
      return {
        door: 'envd',
        method: 'POST',
        path,
        name: `envd ${path}`,
        isAdmin: false,
        query: {},
        body,
        isUpload: false,
        connect: kind,
      }
    }),
  )
  const plain = Object.keys(envdPlainRoutes).map((name): FuzzTarget => {
    const [method = '', path = ''] = name.split(' ')
    const isUpload = path === '/files' && method === 'POST'
    return {
      door: 'envd',
      method,
      path,
      name: `envd ${name}`,
      isAdmin: false,
      query: E2B_QUERY,
      isUpload,
      ...(method === 'POST' && { body: E2B_BODY }),
    }
  })
  return [...calls, ...plain]
}

function interpreterTargets(): FuzzTarget[] {
  const body = z.toJSONSchema(z.union([executeRequest, contextRequest]), {
    io: 'input',
    unrepresentable: 'any',
  }) as Schema
  return interpreterRows.map(({ method, path }) => ({
    ...{ door: 'interpreter', method, path, name: `interpreter ${method} ${path}` },
    ...{ isAdmin: false, query: {}, isUpload: false, ...(method === 'POST' && { body }) },
  }))
}
