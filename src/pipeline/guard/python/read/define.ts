import { childOf, type Node, textOf } from '../../../../language/tree/tree.ts'
import { constantOf, named, origin } from './make-value.ts'
import type { Reader } from './reader.ts'
import { createScope } from './scope.ts'
import type { ClassInfo, FunctionInfo, Parameter, Value } from './value.ts'

/** Functions and classes stay the same objects when the program is read a second time. */
export interface Known {
  functions: Map<Node, Map<string, Value>>
  classes: Map<Node, Map<string, Value>>
}

/** Defines a function, lambda or class by its name. The body of a function is read when it is called, or at the end. */
export function define(
  reader: Reader,
  known: Known,
  definition: { node: Node; decorators: Value[]; owner?: ClassInfo },
): void {
  const { node, decorators, owner } = definition
  if (node.type === 'ClassDefinition') defineClass(reader, known, node)
  else defineFunction(reader, known, { node, decorators, owner })
}

function nameOf(reader: Reader, node: Node): string {
  const name = node.type === 'LambdaExpression' ? undefined : childOf(node, 'VariableName')
  return name ? textOf(reader.tree, name) : `lambda at ${node.start}`
}

function defineFunction(
  reader: Reader,
  known: Known,
  definition: { node: Node; decorators: Value[]; owner?: ClassInfo | undefined },
): void {
  const { node, decorators, owner } = definition
  const name = nameOf(reader, node)
  const parameters = parametersOf(reader, childOf(node, 'ParamList'))
  const given = known.functions.get(node) ?? new Map()
  known.functions.set(node, given)
  const parameterOrigins = outsideParameters({ name, decorators, parameters, owner })
  const scope = reader.scope
  const info: FunctionInfo = {
    kind: 'function',
    name,
    node,
    parameters,
    decorators,
    parameterOrigins,
    scope,
    owner,
    given,
    state: 'new',
  }
  reader.facts.functions.push(info)
  if (owner) owner.methods.set(name, info)
  else reader.scope.assign(name, named(name, { definition: info }))
}

function defineClass(reader: Reader, known: Known, node: Node): void {
  const name = nameOf(reader, node)
  const bases = (childOf(node, 'ArgList')?.children ?? [])
    .filter(({ type }) => type === 'VariableName' || type === 'MemberExpression')
    .map((child) => reader.evaluate(child))
  const attributes = known.classes.get(node) ?? new Map()
  known.classes.set(node, attributes)
  const info: ClassInfo = { kind: 'class', name, bases, methods: new Map(), attributes }
  reader.facts.classes.push(info)
  reader.scope.assign(name, named(name, { definition: info }))
  const body = childOf(node, 'Body')
  if (!body) return
  const outer = reader.scope
  reader.scope = createScope(outer, outer.owner)
  reader.run(body)
  collectMembers(reader, info)
  reader.scope = outer
}

/** Methods and attributes that the body of the class has put into its scope. */
function collectMembers(reader: Reader, info: ClassInfo): void {
  for (const [name, value] of reader.scope.own()) {
    if (value.definition?.kind === 'function') {
      value.definition.owner = info
      info.methods.set(name, value.definition)
      value.definition.parameterOrigins |= outsideParameters({ ...value.definition, owner: info })
    } else info.attributes.set(name, value)
  }
}

const MARKS = new Set(['(', ')', ',', ':'])

function parametersOf(reader: Reader, list: Node | undefined): Parameter[] {
  const parameters: Parameter[] = []
  let star = ''
  let isDefault = false
  for (const child of list?.children ?? []) {
    const last = parameters.at(-1)
    if (child.type === '*' || child.type === '**') star = child.type
    else if (child.type === ',') isDefault = false
    else if (child.type === 'TypeDef') {
      // In a broken program any node can stand here.
      reader.evaluate(child)
      if (last) last.annotation = textOf(reader.tree, child).slice(0, 80).replace(/^:\s*/, '')
    } else if (child.type === 'AssignOp') isDefault = true
    else if (child.type === 'VariableName' && !isDefault) {
      parameters.push({ name: textOf(reader.tree, child), annotation: '', star })
      star = ''
    } else if (isDefault && !MARKS.has(child.type)) {
      const usual = constantOf(reader.evaluate(child))
      if (last) last.usual = usual
    }
  }
  return parameters
}

const ROUTE = /\.(route|get|post|put|patch|delete|head|options|websocket|api_route|view|expose|before_request)$/
const HANDLERS = new Set(['do_GET', 'do_POST', 'do_PUT', 'do_DELETE', 'lambda_handler', 'get', 'post', 'put'])
const WEB_BASE = /(Handler|View|Resource|APIView|ViewSet|MethodView|HTTPEndpoint)$/

/** Whether requests or the command line fill the parameters. */
function outsideParameters({
  name,
  decorators,
  parameters,
  owner,
}: Pick<FunctionInfo, 'name' | 'decorators' | 'parameters' | 'owner'>): number {
  const isRoute = decorators.some((decorator) => ROUTE.test(decorator.name) && /^\/|</.test(decorator.text ?? ''))
  const [first, second] = parameters.slice(owner ? 1 : 0)
  const isView = first?.name === 'request' || (first?.name === 'req' && /^resp?/.test(second?.name ?? ''))
  const isMethod = HANDLERS.has(name) && !!owner?.bases.some((base) => WEB_BASE.test(base.name))
  const isLambda = parameters[0]?.name === 'event' && parameters[1]?.name === 'context'
  if (isRoute || isView || isMethod || isLambda) return origin.request
  const isCommand = decorators.some(({ name: decorator }) =>
    /(^|\.)(click|typer)\b.*(command|option|argument)$|\.command$/.test(decorator),
  )
  return isCommand ? origin.argument : 0
}
