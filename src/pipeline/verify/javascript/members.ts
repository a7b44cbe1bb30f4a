import { type ClassNode, type FunctionNode, isFunction, type Node } from '../../../language/javascript/syntax-node.ts'
import { walk } from '../../../language/javascript/walk.ts'
import type { Definition } from './top-level.ts'

/** A usable member of an object: a method or a getter. */
export interface MemberNode {
  name: string
  node: FunctionNode
  isRead: boolean
  isStatic: boolean
}

/** Public members of a class, those of its parents in the same program included. */
export function membersOfClass(node: ClassNode, classes: ReadonlyMap<string, ClassNode>, depth = 0): MemberNode[] {
  const parent = node.superClass?.type === 'Identifier' ? classes.get(node.superClass.name) : undefined
  const inherited = parent && depth < 5 ? membersOfClass(parent, classes, depth + 1) : []
  const own = node.body.body.flatMap((member): MemberNode[] => {
    if (member.type !== 'ClassMethod' && member.type !== 'ClassProperty') return []
    if (member.computed || member.key.type !== 'Identifier' || isHidden(member)) return []
    const about = { name: member.key.name, isStatic: member.static ?? false }
    if (member.type === 'ClassProperty')
      return isFunction(member.value) ? [{ ...about, node: member.value, isRead: false }] : []
    if (member.kind === 'constructor' || member.kind === 'set' || !member.body) return []
    return [{ ...about, node: member, isRead: member.kind === 'get' }]
  })
  return [...own, ...inherited.filter(({ name }) => !own.some((each) => each.name === name))]
}

const isHidden = (member: { key: Node; accessibility?: string | null; abstract?: boolean | null }): boolean =>
  (member.key.type === 'Identifier' && member.key.name.startsWith('_')) ||
  (member.accessibility ?? 'public') !== 'public' ||
  (member.abstract ?? false)

/** The constructor; the parent's if the class has none. */
export function constructorOf(
  node: ClassNode,
  classes: ReadonlyMap<string, ClassNode>,
  depth = 0,
): FunctionNode | undefined {
  const own = node.body.body.find((member) => member.type === 'ClassMethod' && member.kind === 'constructor')
  if (own?.type === 'ClassMethod') return own
  const parent = node.superClass?.type === 'Identifier' ? classes.get(node.superClass.name) : undefined
  return parent && depth < 5 ? constructorOf(parent, classes, depth + 1) : undefined
}

/** Members of the function or the object of functions that a function returns. */
export function membersOfResult({ node }: Definition): MemberNode[] {
  if (!isFunction(node) || node.async || node.generator) return []
  const local = new Map<string, FunctionNode>()
  const results: Node[] = node.body.type === 'BlockStatement' ? [] : [node.body]
  walk(node.body, (visit) => {
    const each = visit.node
    if (each.type === 'FunctionDeclaration' && each.id) local.set(each.id.name, each)
    if (each.type === 'VariableDeclarator' && each.id.type === 'Identifier' && isFunction(each.init))
      local.set(each.id.name, each.init)
    if (each.type === 'ReturnStatement' && each.argument) results.push(each.argument)
    return isFunction(each) ? 'skip' : undefined
  })
  const result = results.at(-1)
  return result ? membersIn(result, local) : []
}

function membersIn(result: Node, local: ReadonlyMap<string, FunctionNode>): MemberNode[] {
  const known = (value: Node) =>
    isFunction(value) ? value : value.type === 'Identifier' ? local.get(value.name) : undefined
  const whole = known(result)
  if (whole) return [{ name: '', node: whole, isRead: false, isStatic: false }]
  if (result.type !== 'ObjectExpression') return []
  return result.properties.flatMap((each): MemberNode[] => {
    if (each.type === 'SpreadElement' || each.computed || each.key.type !== 'Identifier') return []
    const node = each.type === 'ObjectMethod' ? each : known(each.value as Node)
    const isSetter = each.type === 'ObjectMethod' && each.kind === 'set'
    return node && !isSetter
      ? [{ name: each.key.name, node, isRead: each.type === 'ObjectMethod' && each.kind === 'get', isStatic: false }]
      : []
  })
}
