import { gunzipSync } from 'node:zlib'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import { expect, test } from 'vitest'
import { errorBody } from '../src/contract/errors.ts'
import { errorCodesOf } from '../src/server/route/error-answers.ts'
import { eachRoute } from './support/each-route.ts'
import type { TestEngine } from './support/engine.ts'
import { inOneEngine } from './support/one-engine.ts'

const inEngine = inOneEngine()

type Json = Record<string, unknown>
interface Operation {
  operationId: string
  summary: string
  tags: string[]
  security: object[]
  parameters: { name: string; in: string; required: boolean; schema: Json; example?: unknown }[]
  requestBody?: { required: boolean; content: Record<string, { schema: Json }> }
  responses: Record<string, { description: string; content?: Record<string, { schema: Json }> }>
}
interface Document {
  openapi: string
  info: { title: string; version: string }
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Json>; securitySchemes: Record<string, Json> }
}

const documentOf = async ({ call }: TestEngine) => (await (await call('/openapi.json')).json()) as Document

function operationsOf(document: Document) {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      path,
      operation,
    })),
  )
}

test('the document lists exactly the existing routes, each under a name of its own', async () => {
  await inEngine(async (tools) => {
    const operations = operationsOf(await documentOf(tools))
    expect(operations.map(({ name }) => name).sort()).toEqual(
      eachRoute(tools)
        .map(({ name }) => name)
        .sort(),
    )
    const ids = operations.map(({ operation }) => operation.operationId)
    expect(new Set(ids).size).toBe(ids.length)
    for (const id of ids) expect(id).toMatch(/^[a-z][A-Za-z]+$/)
  })
})

test('the document is OpenAPI 3.1: every reference leads somewhere, every part of a path is described', async () => {
  await inEngine(async (tools) => {
    const document = await documentOf(tools)
    expect(document.openapi).toMatch(/^3\.1\.\d+$/)
    expect(document.info).toMatchObject({ title: 'Anneal', version: tools.engine.version })
    const references = [...referencesIn(document)]
    expect(references.length).toBeGreaterThan(20)
    for (const reference of references) expect(resolve(document, reference), reference).toBeTypeOf('object')
    for (const { path, operation, name } of operationsOf(document)) {
      const inPath = operation.parameters.filter((parameter) => parameter.in === 'path')
      const named = [...path.matchAll(/\{(\w+)\}/g)].map((found) => found[1])
      expect(
        inPath.map((parameter) => parameter.name),
        name,
      ).toEqual(named)
      for (const parameter of operation.parameters) {
        expect(['path', 'query']).toContain(parameter.in)
        expect(parameter.schema, `${name} ${parameter.name}`).toBeTypeOf('object')
        if (parameter.in === 'path') expect(parameter.required).toBe(true)
      }
      for (const [status, response] of Object.entries(operation.responses)) {
        expect(status).toMatch(/^([1-5]\d\d|default)$/)
        expect(response.description).not.toBe('')
      }
      expect(operation.responses.default?.content?.['application/json']?.schema).toEqual({
        $ref: '#/components/schemas/ErrorBody',
      })
    }
  })
})

test('the document says which routes need a key, and how to send it', async () => {
  await inEngine(async (tools) => {
    const document = await documentOf(tools)
    const open = operationsOf(document).filter(({ operation }) => operation.security.length === 0)
    expect(open.map(({ name }) => name)).toEqual(['GET /v1/health'])
    for (const { operation } of operationsOf(document)) {
      for (const scheme of operation.security.flatMap((one) => Object.keys(one))) {
        expect(Object.keys(document.components.securitySchemes)).toContain(scheme)
      }
    }
  })
})

test('shapes that routes share stand once, under their names', async () => {
  await inEngine(async (tools) => {
    const { components } = await documentOf(tools)
    expect(Object.keys(components.schemas)).toEqual(
      expect.arrayContaining(['RunRequest', 'RunResult', 'RunEvent', 'ErrorBody', 'Health', 'Stats', 'KeyInfo']),
    )
    for (const [name, schema] of Object.entries(components.schemas)) {
      expect(name).toMatch(/^[A-Z]\w+$/)
      expect(Object.keys(schema), name).not.toContain('$schema')
    }
  })
})

test('a public linter finds nothing in the document', async () => {
  await inEngine(async (tools) => {
    const config = await createConfig({ extends: ['recommended'] })
    const source = JSON.stringify(await documentOf(tools))
    const problems = await lintFromString({ source, absoluteRef: '/openapi.json', config })
    expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([])
  })
})

test('every route has a group, a summary, an example of its input that fits, and its refusals', async () => {
  await inEngine(async (tools) => {
    const operations = new Map(operationsOf(await documentOf(tools)).map((one) => [one.name, one.operation]))
    for (const { name, summary, tag, body, query, example, access } of eachRoute(tools)) {
      const operation = operations.get(name)
      expect(operation?.tags, name).toEqual([tag])
      expect(summary, name).toMatch(/^[A-Z].*[^.]$/)
      if (body)
        expect(body.safeParse(example?.body), `${name}: the row needs "example"`).toMatchObject({ success: true })
      if (example?.query) expect(query?.safeParse(example.query), name).toMatchObject({ success: true })
      for (const parameter of operation?.parameters ?? []) {
        if (parameter.required) expect(parameter.example, `${name}: ${parameter.name}`).toBeDefined()
      }
      const statuses = Object.keys(operation?.responses ?? {})
      expect(statuses, name).toEqual(expect.arrayContaining(['403', ...(access === 'open' ? [] : ['401', '429'])]))
    }
  })
})

test('every route refuses with the codes that the document names, however it is called', async () => {
  await inEngine(async (tools) => {
    for (const route of eachRoute(tools)) {
      const { name, method, plainPath: path, body } = route
      const codes = errorCodesOf(route)
      const { admin } = tools.keys
      const calls = [
        ...[{ key: '' }, { headers: { host: 'evil.example' } }, { headers: { origin: 'https://evil.example' } }],
        ...(route.access === 'admin' ? [{}] : []),
        ...(body
          ? [
              { key: admin, body: { nonsense: 1 } },
              { key: admin, body: '{', headers: JSON_TYPE },
            ]
          : []),
        ...(path === route.path ? [] : [{ key: admin, ...(body && { body: route.example?.body }) }]),
      ]
      for (const call of calls) {
        const response = await tools.call(path, { method, ...(body && { body: {} }), ...call })
        if (response.ok) continue
        const { error } = errorBody.parse(await response.json())
        expect(codes, `${name} ${JSON.stringify(call)}`).toContain(error.code)
      }
    }
  })
})

test('the page to read is a shell without words of its own: its script and its data come from this server alone', async () => {
  await inEngine(async (tools) => {
    const response = await tools.call('/docs')
    const page = await response.text()
    const policy = response.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'; script-src 'self'")
    expect(policy).not.toMatch(/unsafe-eval|script-src[^;]*unsafe-inline|https?:|\*/)
    expect(page).not.toMatch(/https?:|\/\/[a-z]|\son\w+=/i)
    expect([...page.matchAll(/(?:src|href|data-url)="([^"]+)"/g)].map(([, url]) => url)).toEqual([
      ...['data:,', '/openapi.json', '/openapi.json', '/docs/reference.js'],
    ])
    const script = await tools.call('/docs/reference.js')
    const text = gunzipSync(Buffer.from(await script.arrayBuffer())).toString()
    expect(script.headers.get('content-encoding')).toBe('gzip')
    expect(text).toContain('@scalar/api-reference')
  })
})

const JSON_TYPE = { 'content-type': 'application/json' }

function* referencesIn(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null) return
  for (const [name, inner] of Object.entries(value)) {
    if (name === '$ref' && typeof inner === 'string') yield inner
    else yield* referencesIn(inner)
  }
}

function resolve(document: unknown, reference: string): unknown {
  expect(reference).toMatch(/^#\//)
  const parts = reference
    .slice(2)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
  return parts.reduce<unknown>((value, part) => (value as Json | undefined)?.[part], document)
}
