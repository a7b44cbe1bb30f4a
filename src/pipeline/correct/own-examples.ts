import { supportFiles } from '../../language/support-files.ts'
import type { Trial, TryOut } from '../try-out.ts'
import { withExamples } from './javascript/ask-examples.ts'
import { toldExamples } from './javascript/told-examples.ts'

/** How a changed program stands to the examples in its own docstrings or comments. */
export interface OwnExamples {
  /** The number of examples that the program gives as they are told. */
  kept: number
  /** The first that it does not give, in words. */
  broken?: string
}

const INSIDE = new URL('./python/inside/', import.meta.url)
/** The reader of calls that a docstring tells, which the generator of tests uses too. */
const SHARED = new URL('../../language/python/inside/', import.meta.url)
const VERDICT = /(?:^|\n)anneal-examples (?:kept (\d+)|broken (.*))\n?$/
const DOCSTRING = /"""|'''/
const TELLING = />>>|\)[`\s]*(?:=|-|→|[a-z])/
/** Longer programs were not written by hand. */
const MOST_CHARACTERS = 20_000

/**
 * Runs the program once more, followed by the examples of its docstrings or comments. They are the author's own words on what it has to give, and often
 * all there is: a module of functions prints nothing. Undefined where it tells none, or could not be asked.
 */
export async function ownExamples(
  trial: Trial,
  { tryOut, signal }: { tryOut: TryOut; signal: AbortSignal },
): Promise<OwnExamples | undefined> {
  const { code, language } = trial
  if (code.length > MOST_CHARACTERS) return undefined
  const asking =
    language.id === 'python' ? await askingPython(code) : SCRIPTS.has(language.id) ? askingScript(code) : undefined
  if (asking === undefined) return undefined
  const { end, stdout } = await tryOut({ ...trial, code: asking }, signal)
  const [, kept, broken] = VERDICT.exec(stdout) ?? []
  if (end.endedBy !== 'exit' || (kept === undefined && broken === undefined)) return undefined
  return broken === undefined ? { kept: Number(kept) } : { kept: 0, broken }
}

async function askingPython(code: string): Promise<string | undefined> {
  if (!DOCSTRING.test(code) || !TELLING.test(code)) return undefined
  const reader = await partOf(SHARED, 'told_calls.py')
  const judge = await partOf(INSIDE, 'own_examples.py')
  // A text of its own, because the program may have functions of the same names.
  const asked = `exec(compile(${JSON.stringify(`${reader}\n${judge}`)}, "<examples>", "exec"), {"SOURCE": ${JSON.stringify(code)}, "PROGRAM": globals()})`
  return `${code}\n\n${asked}\n`
}

const SCRIPTS: ReadonlySet<string> = new Set(['javascript', 'typescript'])

function askingScript(code: string): string | undefined {
  const examples = toldExamples(code)
  return examples.length > 0 ? withExamples(code, examples) : undefined
}

async function partOf(folder: URL, name: string): Promise<string> {
  const found = (await supportFiles(folder)).find(([each]) => each === name)
  if (!found) throw new Error(`${name} is missing in ${folder.href}`)
  return found[1].toString()
}
