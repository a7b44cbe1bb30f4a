import { DOCS_STYLE } from './docs-style.ts'

interface Schema {
  $ref?: string
  type?: string | string[]
  const?: unknown
  description?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  enum?: unknown[]
  default?: unknown
  minimum?: number
  maximum?: number
  additionalProperties?: Schema | boolean
}

interface Operation {
  summary: string
  security: unknown[]
  parameters: { name: string; in: string; required: boolean; description?: string; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, { description: string; content?: Record<string, { schema: Schema }> }>
}

/** The OpenAPI document as one page without scripts: routes first, then the shapes they share. */
export function docsPage(document: Record<string, unknown>): string {
  const { info, paths, components } = document as {
    info: { title: string; version: string; description: string }
    paths: Record<string, Record<string, Operation>>
    components: { schemas: Record<string, Schema> }
  }
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
  const schemas = Object.entries(components.schemas)
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${html(info.title)} API</title><style>${DOCS_STYLE}</style>
<nav><h1>${html(info.title)} <small>${html(info.version)}</small></h1>
${operations.map(({ path, method }) => `<a href="#${anchor(method, path)}"><b class="${method}">${method}</b> ${html(path)}</a>`).join('')}
<h2>Shapes</h2>${schemas.map(([name]) => `<a href="#${name}">${name}</a>`).join('')}</nav>
<main><p>${html(info.description)} Send your key as <code>Authorization: Bearer KEY</code>. Every answer that is not a success has the
shape <a href="#ErrorBody">ErrorBody</a>. The same description for programs: <a href="/openapi.json">openapi.json</a>.</p>
${operations.map(operationSection).join('')}
<h2>Shapes</h2>${schemas.map(([name, schema]) => `<section id="${name}"><h3>${name}</h3>${schemaBody(schema)}</section>`).join('')}
</main></html>`
}

function operationSection({ path, method, operation }: { path: string; method: string; operation: Operation }): string {
  const body = operation.requestBody?.content['application/json']?.schema
  const answers = Object.entries(operation.responses)
    .filter(([status]) => status !== 'default')
    .flatMap(([status, answer]) =>
      Object.entries(answer.content ?? {}).map(
        ([type, { schema }]) =>
          `<tr><td>${status}</td><td>${html(type)}</td><td>${typeOf(schema)}</td><td>${html(answer.description)}</td></tr>`,
      ),
    )
  const parameters = operation.parameters.map((parameter) =>
    fieldRow({
      name: parameter.name,
      schema: { ...parameter.schema, description: parameter.description ?? '' },
      required: parameter.required,
    }),
  )
  return `<section id="${anchor(method, path)}"><h3><b class="${method}">${method}</b> ${html(path)}</h3>
<p>${html(operation.summary)}${operation.security.length === 0 ? ' <i>No key needed.</i>' : ''}</p>
${parameters.length > 0 ? `<h4>Parameters</h4><table>${parameters.join('')}</table>` : ''}
${body ? `<h4>Body</h4><p>${typeOf(body)}</p>` : ''}
<h4>Answers</h4><table>${answers.join('')}</table></section>`
}

function schemaBody(schema: Schema): string {
  const variants = schema.oneOf ?? schema.anyOf
  if (variants)
    return variants
      .map((variant) => `<details><summary>${variantName(variant)}</summary>${schemaBody(variant)}</details>`)
      .join('')
  const rows = Object.entries(schema.properties ?? {}).map(([name, property]) =>
    fieldRow({ name, schema: property, required: schema.required?.includes(name) ?? false }),
  )
  return rows.length > 0 ? `<table>${rows.join('')}</table>` : `<p>${typeOf(schema)}</p>`
}

const variantName = (schema: Schema): string => html(String(schema.properties?.type?.const ?? typeOf(schema)))

function fieldRow({ name, schema, required }: { name: string; schema: Schema; required: boolean }): string {
  const preset = schema.default === undefined ? '' : ` Default <code>${html(JSON.stringify(schema.default))}</code>.`
  return `<tr><td><code>${html(name)}</code>${required ? ' <em>required</em>' : ''}</td><td>${typeOf(schema)}</td><td>${html(schema.description ?? '')}${preset}</td></tr>`
}

function typeOf(schema: Schema): string {
  if (schema.$ref) {
    const name = schema.$ref.split('/').at(-1) ?? ''
    return `<a href="#${name}">${name}</a>`
  }
  const variants = schema.oneOf ?? schema.anyOf
  if (variants) return variants.map(typeOf).join(' or ')
  if (schema.const !== undefined) return `<code>${html(JSON.stringify(schema.const))}</code>`
  if (schema.enum) return schema.enum.map((value) => `<code>${html(String(value))}</code>`).join(' ')
  if (schema.type === 'array') return `list of ${typeOf(schema.items ?? {})}`
  if (schema.type === 'object' && schema.properties)
    return `object with ${Object.keys(schema.properties).map(html).join(', ')}`
  if (schema.type === 'object' && typeof schema.additionalProperties === 'object')
    return `map to ${typeOf(schema.additionalProperties)}`
  return html([schema.type ?? 'anything'].flat().join(' or '))
}

const anchor = (method: string, path: string): string => `${method}${path.replace(/\W+/g, '-')}`

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const html = (text: string): string => text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? '')
