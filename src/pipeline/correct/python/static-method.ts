import type { Edit, Fault, Proposal, Strategy } from '../strategy.ts'
import { bodyOf, nameOf } from './body-of.ts'
import { definitionsOf, headerOf, parametersOf } from './definitions.ts'
import { best, insert, messageOf, propose } from './edits.ts'
import { type Program, readProgram, type Statement } from './program.ts'

export const staticMethod: Strategy = {
  id: 'python/static-method',
  languages: ['python'],
  title: 'Makes a method static that never uses its object',
  answers: ['TypeError'],
  prior: 0.97,
  propose(fault) {
    const program = readProgram(fault.code)
    return best([...withoutSelf(fault, program), ...calledByClass(fault, program)])
  },
}

/** `C.f() takes 1 positional argument but 2 were given`, where the class calls such methods by its own name or has static ones beside it. */
export function withoutSelf(fault: Fault, program: Program): Proposal[] {
  const found = messageOf(
    fault,
    /^(\w+)\.(\w+)\(\) takes (?:from )?\d+.* positional arguments? but \d+ (?:was|were) given/,
  )
  const group = found && methodsOf(program, found[1] ?? '')
  const method = group?.find((each) => nameOf(each) === found?.[2])
  if (!group || !method || !isSelfless(program, method)) return []
  const isStaticBeside = group.some((each) => decoratorOf(program, each) === 'staticmethod')
  const isCalledByClass = group.some((each) => new RegExp(`\\b${found?.[1]}\\.${nameOf(each)}\\(`).test(program.code))
  if (!isStaticBeside && !isCalledByClass) return []
  const edits = group.filter((each) => isSelfless(program, each)).map(markStatic)
  return [propose(edits, 'made the methods static that take no object', 0.98)]
}

/** `C.f() missing 1 required positional argument: 'x'`, where the test calls `C.f(1)` and `self` is there for nothing. */
function calledByClass(fault: Fault, program: Program): Proposal[] {
  const found = messageOf(fault, /^(\w+)\.(\w+)\(\) missing 1 required positional argument: '\w+'/)
  const [, owner = '', name = ''] = found ?? []
  if (!found || !new RegExp(`\\b${owner}\\.${name}\\(`).test(fault.test ?? '')) return []
  return methodsOf(program, owner).flatMap((method) => {
    const [self, next] = parametersOf(method)
    const isPlain = nameOf(method) === name && decoratorOf(program, method) === undefined
    if (!isPlain || self?.text !== 'self' || usesSelf(program, method)) return []
    const cut: Edit = { start: self.start, end: next?.start ?? self.end, text: '' }
    return [propose([markStatic(method), cut], `made "${name}" static, which never uses its object`, 0.9)]
  })
}

const markStatic = ({ first, indent }: Statement): Edit => insert(first.start, `@staticmethod\n${indent}`)

const methodsOf = (program: Program, name: string): Statement[] =>
  definitionsOf(program).flatMap(({ kind, scope, statement }) => {
    const isOwn = kind === 'function' && scope && headerOf(scope)?.kind === 'class' && nameOf(scope) === name
    return isOwn ? [statement] : []
  })

function decoratorOf({ statements }: Program, method: Statement): string | undefined {
  const before = statements[statements.indexOf(method) - 1]
  return before?.first.text === '@' ? before.tokens[1]?.text : undefined
}

/** Takes values and no object. */
const isSelfless = (program: Program, method: Statement): boolean =>
  decoratorOf(program, method) === undefined &&
  !/^__\w+__$/.test(nameOf(method)) &&
  !['self', 'cls'].includes(parametersOf(method)[0]?.text ?? 'self') &&
  !usesSelf(program, method)

const usesSelf = (program: Program, method: Statement): boolean =>
  bodyOf(program, method).some(({ tokens }) =>
    tokens.some(({ text, string }) => text === 'self' || string?.inner.some((each) => each.text === 'self')),
  )
