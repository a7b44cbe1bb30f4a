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
  const link = ({ path, method }: Route) => `<a href="#${anchor(method, path)}">${routeName(method, path)}</a>`
  const shape = ([name, schema]: [string, Schema]) =>
    `<section id="${name}"><h3>${name}</h3>${shapeBody(schema)}</section>`
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${html(info.title)} API</title><style>${DOCS_STYLE}</style>
<header><h1>${html(info.title)} <small>${html(info.version)}</small></h1>
<p>${html(info.description)}</p>
<pre>${html(EXAMPLE)}</pre>
<p>Every answer that is not a success has the shape <a href="#ErrorBody">ErrorBody</a>. The same description for programs:
<a href="/openapi.json">openapi.json</a>.</p></header>
<nav><h2>Routes</h2><div>${operations.map(link).join('')}</div>
<h2>Shapes</h2><div class="names">${schemas.map(([name]) => `<a href="#${name}">${name}</a>`).join('')}</div></nav>
<main><h2>Routes</h2>${operations.map(operationSection).join('')}
<h2>Shapes</h2>${schemas.map(shape).join('')}</main></html>`
}

const EXAMPLE = `curl $URL/v1/runs -H "Authorization: Bearer $KEY" \\
  --json '{"language": "python", "code": "print(6 * 7)"}'`

interface Route {
  path: string
  method: string
  operation: Operation
}

function operationSection({ path, method, operation }: Route): string {
  const { parameters, requestBody, responses, security, summary } = operation
  const bodies = Object.entries(requestBody?.content ?? {}).map(([type, { schema }]) =>
    row(html(type), typeOf(schema), ''),
  )
  const answers = Object.entries(responses)
    .filter(([status]) => status !== 'default')
    .flatMap(([status, { content = {}, description }]) =>
      Object.entries(content).map(([type, { schema }]) =>
        row(`<b>${status}</b> ${html(type)}`, typeOf(schema), prose(description)),
      ),
    )
  const given = parameters.map(({ name, required, description = '', schema }) =>
    fieldRow({ name, schema: { ...schema, description }, required }),
  )
  return `<section id="${anchor(method, path)}"><h3>${routeName(method, path)}</h3>
<p>${prose(summary)}${security.length === 0 ? ' <i>No key needed.</i>' : ''}</p>
${table('Parameters', given)}${table('Body', bodies)}${table('Answers', answers)}</section>`
}

const table = (title: string, rows: string[]): string =>
  rows.length > 0 ? `<h4>${title}</h4><table>${rows.join('')}</table>` : ''

const row = (...cells: [string, string, string]): string =>
  `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`

function shapeBody(schema: Schema): string {
  const variants = schema.oneOf ?? schema.anyOf
  if (variants)
    return variants
      .map((variant) => `<details><summary>${variantName(variant)}</summary>${shapeBody(variant)}</details>`)
      .join('')
  const rows = fieldRows(schema, '')
  return rows.length > 0 ? `<table>${rows.join('')}</table>` : `<p>${typeOf(schema)}</p>`
}

const variantName = (schema: Schema): string => html(String(schema.properties?.type?.const ?? typeOf(schema)))

/** Nested fields follow their parent, by their full path. */
function fieldRows({ properties = {}, required = [] }: Schema, path: string): string[] {
  return Object.entries(properties).flatMap(([key, schema]) => {
    const name = `${path}${key}`
    const inner = schema.type === 'array' ? (schema.items ?? {}) : schema
    const below = schema.type === 'array' ? `${name}[].` : `${name}.`
    return [fieldRow({ name, schema, required: required.includes(key) }), ...fieldRows(inner, below)]
  })
}

function fieldRow({ name, schema, required }: { name: string; schema: Schema; required: boolean }): string {
  const preset = schema.default === undefined ? '' : `Default <code>${html(JSON.stringify(schema.default))}</code>`
  return row(
    `<code>${html(name)}</code>${required ? ' <em>required</em>' : ''}`,
    typeOf(schema),
    [prose(schema.description ?? ''), preset].filter(Boolean).join('. '),
  )
}

function typeOf(schema: Schema): string {
  if (schema.$ref) {
    const name = schema.$ref.split('/').at(-1) ?? ''
    return `<a href="#${name}">${name}</a>`
  }
  const variants = schema.oneOf ?? schema.anyOf
  if (variants) return [...new Set(variants.map(typeOf))].join(' or ')
  if (schema.const !== undefined) return `<code>${html(JSON.stringify(schema.const))}</code>`
  if (schema.enum) return schema.enum.map((value) => `<code>${html(String(value))}</code>`).join(' ')
  if (schema.type === 'array') return `list of ${typeOf(schema.items ?? {})}`
  if (schema.type === 'object' && typeof schema.additionalProperties === 'object')
    return `map to ${typeOf(schema.additionalProperties)}`
  return `${html([schema.type ?? 'anything'].flat().join(' or '))}${rangeOf(schema)}`
}

/** Chosen bounds only; every whole number has those of the number type. */
function rangeOf({ minimum, maximum }: Schema): string {
  const [least, most] = [minimum, maximum].map((bound) =>
    Number.isSafeInteger(bound) && Math.abs(bound ?? 0) < Number.MAX_SAFE_INTEGER ? bound : undefined,
  )
  if (least !== undefined && most !== undefined) return `, ${least} to ${most}`
  return least === undefined ? (most === undefined ? '' : `, ${most} at most`) : `, ${least} or more`
}

const routeName = (method: string, path: string): string =>
  `<b class="${method}">${method}</b> <code>${html(path)}</code>`

/** Words between backticks are code. */
const prose = (text: string): string => html(text).replace(/`([^`]+)`/g, '<code>$1</code>')

const anchor = (method: string, path: string): string => `${method}${path.replace(/\W+/g, '-')}`

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const html = (text: string): string => text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? '')
