import type { Binding, Scope } from '../../../../language/javascript/scope/scope.ts'
import { scopesOf } from '../../../../language/javascript/scope/scopes-of.ts'
import type { Remark } from '../../language-analysis.ts'
import type { TreeProgram } from '../../program.ts'
import { type RemarkRule, remarkAt } from '../../remark-at.ts'

const RULE: RemarkRule = {
  rule: 'javascript/shadowed-name',
  family: 'style',
  severity: 'info',
  why: 'The same name means two things, and a reader takes one for the other.',
  remedy: 'Give the inner one a name of its own.',
}

/** Finds a variable with a name that its own function already has; parameters and other functions are apart enough. */
export function shadowedNames({ tree }: TreeProgram): Remark[] {
  return scopesOf(tree).bindings.flatMap((binding) => {
    const { name, kind, definitions, scope } = binding
    const [definition] = definitions
    if (!definition || scope.isFunction || !['let', 'const'].includes(kind) || name.length < 3) return []
    const outer = outerBinding(scope, name)
    if (!outer || outer.writes.length + outer.reads.length === 0) return []
    return remarkAt(RULE, { at: definition, message: `\`${name}\` hides a variable of the same function.` })
  })
}

function outerBinding(scope: Scope, name: string): Binding | undefined {
  for (let at = scope.parent; at; at = at.parent) {
    const found = at.bindings.get(name)
    if (found) return ['let', 'const', 'var', 'parameter'].includes(found.kind) ? found : undefined
    if (at.isFunction) return undefined
  }
  return undefined
}
