import { EngineError } from '../../../contract/errors.ts'
import type { GuardRule, LanguageGuard, Spot } from '../rule.ts'
import { AST_NAMES } from './ast-language.ts'
import { fillTemplate, type Matched } from './fill-template.ts'
import type { CustomRule } from './rule-document.ts'

type AstGrep = typeof import('@ast-grep/napi')
type AstNode = ReturnType<ReturnType<AstGrep['parse']>['root']>

/** A program in the form that ast-grep reads. */
interface AstProgram {
  source: string
  language: string
  root: AstNode
}

const MOST_MESSAGE = 300
const PACKAGES = ['@ast-grep/napi', '@ast-grep/lang-python', '@ast-grep/lang-bash']

/**
 * Custom rules as a guard. ast-grep is native code, so it is loaded only if there are such rules, and only in the threads
 * that read programs. A rule that ast-grep does not understand is refused here.
 */
export async function createCustomGuard(rules: readonly CustomRule[]): Promise<LanguageGuard<AstProgram>> {
  const { parse } = await loadAstGrep()
  const read = (source: string, language: string): AstProgram => ({
    source,
    language,
    root: parse(AST_NAMES[language] ?? language, source).root(),
  })
  const problems = rules.flatMap((rule) => problemOf(rule, read('', rule.language)))
  if (problems.length > 0) throw new EngineError('CONFIG_INVALID', { problems })
  return {
    languages: [...new Set(rules.map(({ language }) => language))],
    rules: rules.map(guardRuleOf),
    read: (source, language) => ({ program: read(source, language), isPartial: false }),
  }
}

async function loadAstGrep(): Promise<AstGrep> {
  const [astGrep, python, bash] = await Promise.all([
    import('@ast-grep/napi'),
    import('@ast-grep/lang-python'),
    import('@ast-grep/lang-bash'),
  ]).catch((cause) => {
    const problem = 'guardRules: rules of your own need ast-grep, which is not installed or does not load here'
    throw new EngineError('CONFIG_INVALID', { problems: [`${problem}: npm install ${PACKAGES.join(' ')}`] }, { cause })
  })
  astGrep.registerDynamicLanguage({ python: python.default, bash: bash.default })
  return astGrep
}

function problemOf(rule: CustomRule, { root }: AstProgram): string[] {
  try {
    root.find(rule.matcher as never)
    return []
  } catch (cause) {
    const reasons = String(cause instanceof Error ? cause.message : cause).split(/\s*\|->\s*/)
    return [`${rule.at}: ${reasons.join(' ').replaceAll(/\s+/g, ' ').trim()}`]
  }
}

function guardRuleOf(rule: CustomRule): GuardRule<AstProgram> {
  const { id, family, severity, message, why, remedy, cwe } = rule
  return { id, family, severity, title: message, why, remedy, cwe, find: (program) => spotsOf(rule, program) }
}

function* spotsOf({ id, language, matcher, message, fix }: CustomRule, program: AstProgram): Generator<Spot> {
  if (language !== program.language) return
  for (const node of program.root.findAll(matcher as never)) {
    const { start, end } = node.range()
    const matched = matchedBy(node, program.source)
    const edits = fix === undefined ? [] : [{ start: start.index, end: end.index, text: fillTemplate(fix, matched) }]
    yield {
      start: start.index,
      end: end.index,
      message: fillTemplate(message, matched).slice(0, MOST_MESSAGE),
      ...(edits.length > 0 && { fix: { title: `As ${id} has it`, edits } }),
    }
  }
}

function matchedBy(node: AstNode, source: string): Matched {
  return {
    one: (name) => node.getMatch(name)?.text() ?? node.getTransformed(name) ?? undefined,
    many: (name) => {
      const nodes = node.getMultipleMatches(name)
      const [first, last] = [nodes[0], nodes.at(-1)]
      return first && last && source.slice(first.range().start.index, last.range().end.index)
    },
  }
}
