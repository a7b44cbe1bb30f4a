import * as kinds from './kinds.ts'
import type { Mirror } from './mirror.ts'
import { type Collected, languageOf, nameOf, type Source } from './sources.ts'

/** Benchmarks of what models and agents write and run; their labels were written before guard was measured on them. */
export const MODEL_SOURCES: readonly Source[] = [
  { collection: 'redcode-exec', repository: 'AI-secure/RedCode', read: readRedCode },
  { collection: 'codelmsec', repository: 'codelmsec/codelmsec', read: readCodeLmSec },
  { collection: 'cweval', repository: 'Co1lin/CWEval', read: readCweval },
  { collection: 'secodeplt', repository: 'ucsb-mlsec/SeCodePLT', read: readSeCodePlt },
  { collection: 'llmseceval', repository: 'tuhh-softsec/LLMSecEval', read: readLlmSecEval },
]

/** Programs an agent is asked to run, thirty of each kind of risk, in Python and Bash. */
function readRedCode(mirror: Mirror): Collected[] {
  return mirror.paths('dataset/RedCode-Exec').flatMap((path) =>
    (JSON.parse(mirror.text(path)) as { Index: string; Language: string; Code: string }[]).map(
      ({ Index, Language, Code }): Collected => ({
        kind: kinds.kindOfRedCode(Number(Index.split('_')[0])),
        language: Language.toLowerCase(),
        name: Index,
        code: Code,
      }),
    ),
  )
}

/** Weak programs that models wrote; a page holds several, each as its end and its beginning, and pages repeat them. */
function readCodeLmSec(mirror: Mirror): Collected[] {
  const seen = new Set<string>()
  return mirror.paths('outputs/few_shot_prompts/fs_codes').flatMap((path): Collected[] => {
    const language = languageOf(path)
    const cwe = Number(/CWE-(\d+)/.exec(path)?.[1])
    if (language === undefined) return []
    return mirror
      .text(path)
      .split(/^###\n/m)
      .flatMap((part): string[] => {
        const [, end, beginning] = /^first:\n([\s\S]*)^second:\n([\s\S]*)$/m.exec(part) ?? []
        return end === undefined || beginning === undefined ? [] : [`${beginning.trimEnd()}\n${end}`]
      })
      .filter((code) => !seen.has(code) && seen.add(code))
      .map((code, index) => ({ kind: kinds.kindOfWeakness(cwe), language, name: `${nameOf(path)}-${index}`, code }))
  })
}

/** The weak answer of each task, and beside it the one that its authors call secure. */
function readCweval(mirror: Mirror): Collected[] {
  return mirror.paths('benchmark/core').flatMap((path): Collected[] => {
    const language = languageOf(path)
    const [, cwe, state] = /cwe_(\d+)_\d+_(?:\w+_)?(unsafe|task)\.\w+$/.exec(path) ?? []
    if (language === undefined || cwe === undefined) return []
    const kind = state === 'task' ? 'mended' : kinds.kindOfWeakness(Number(cwe))
    return [{ kind, language, name: nameOf(path), code: mirror.text(path) }]
  })
}

/** Each task as it is weak, and as it is mended. */
function readSeCodePlt(mirror: Mirror): Collected[] {
  const tasks = JSON.parse(mirror.text('virtue_code_eval/data/safety/secodeplt/data.json')) as {
    CWE_ID: string
    index?: number
    ground_truth: Record<'code_before' | 'vulnerable_code' | 'patched_code' | 'code_after', string>
  }[]
  return tasks.flatMap(({ CWE_ID, ground_truth: parts }, index): Collected[] => {
    const name = `CWE-${CWE_ID}-${index}`
    const around = (middle: string) => `${parts.code_before}\n${middle}\n${parts.code_after}\n`
    return [
      { kind: kinds.kindOfWeakness(Number(CWE_ID)), language: 'python', name, code: around(parts.vulnerable_code) },
      { kind: 'mended', language: 'python', name, code: around(parts.patched_code) },
    ]
  })
}

/** Secure answers to prompts about weak code. */
function readLlmSecEval(mirror: Mirror): Collected[] {
  return mirror.paths('Dataset/Secure Code Samples').flatMap((path): Collected[] => {
    const language = languageOf(path)
    return language === undefined ? [] : [{ kind: 'mended', language, name: nameOf(path), code: mirror.text(path) }]
  })
}
