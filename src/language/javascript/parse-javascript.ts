import { type ParserOptions, type ParserPlugin, parse } from '@babel/parser'
import { problemAt } from '../syntax/problem-at.ts'
import type { Parse, SyntaxProblem } from '../syntax/syntax.ts'

/** The parser compares each label with all around it, and reports each duplicate: thousands take seconds. People use two. */
const MOST_LABELS = 20
/** Longer sources get their first problem only: a text that is no program has one for each word. */
const MOST_RECOVERED = 20_000

const PLUGINS: ParserPlugin[] = ['explicitResourceManagement']
const AS_MODULE: ParserOptions = { sourceType: 'module', plugins: PLUGINS }
const AS_COMMONJS: ParserOptions = {
  sourceType: 'script',
  plugins: PLUGINS,
  allowReturnOutsideFunction: true,
  // `require` beside top-level await is allowed, because our runner makes it work.
  allowAwaitOutsideFunction: true,
}
const TYPED: ParserOptions = {
  sourceType: 'unambiguous',
  plugins: [...PLUGINS, 'typescript', 'decorators'],
  allowAwaitOutsideFunction: true,
  allowReturnOutsideFunction: true,
  allowUndeclaredExports: true,
}

/** Node takes a program as a module or as CommonJS, whichever fits: a source that either of them accepts is right. */
export const parseJavaScript: Parse = (source) => {
  if (labelsIn(source) > MOST_LABELS) return null
  const asModule = problemsIn(source, AS_MODULE)
  if (asModule.length === 0) return []
  const asCommonJs = problemsIn(source, AS_COMMONJS)
  // The reading that got further understood more of the program.
  const [ofModule, ofCommonJs] = [asModule[0]?.offset ?? 0, asCommonJs[0]?.offset ?? Number.POSITIVE_INFINITY]
  return ofCommonJs > ofModule ? asCommonJs : asModule
}

export const parseTypeScript: Parse = (source) =>
  labelsIn(source) > MOST_LABELS
    ? null
    : problemsIn(source, { ...TYPED, errorRecovery: source.length <= MOST_RECOVERED })

interface ParserError extends SyntaxError {
  pos?: number
}

/** Written in JavaScript on purpose: parsers in native code end the whole process when a source nests too deep. */
function problemsIn(source: string, options: ParserOptions): SyntaxProblem[] {
  try {
    const { errors, tokens } = parse(source, { ...options, tokens: true })
    return [...(errors as unknown as ParserError[]).map((error) => problemOf(source, error)), ...wrongRegexes(tokens)]
  } catch (error) {
    return [problemOf(source, error as ParserError)]
  }

  /** The parser leaves the inside of regular expressions to V8. */
  function wrongRegexes(tokens: unknown): SyntaxProblem[] {
    return (tokens as { type: { label?: string }; start: number; value: { pattern: string; flags: string } }[])
      .filter(({ type }) => type.label === 'regexp')
      .flatMap(({ start, value }) => {
        try {
          return new RegExp(value.pattern, value.flags) && []
        } catch (error) {
          return [problemAt(source, start, (error as Error).message)]
        }
      })
  }
}

function problemOf(source: string, error: ParserError): SyntaxProblem {
  if (error.pos === undefined) throw error
  const message = error.message.replace(/ \(\d+:\d+\)$/, '')
  // The fault is the word that does not fit, and not the end of the one before it.
  const gap = message.startsWith('Missing ') ? (/^[ \t]*/.exec(source.slice(error.pos))?.[0].length ?? 0) : 0
  return problemAt(source, error.pos + gap, message)
}

/** The longest row of consecutive labels, or of texts that look like labels. */
function labelsIn(source: string): number {
  let [most, row, end] = [0, 0, -1]
  for (const { index, 0: label } of source.matchAll(/(?<![\w$])[\w$]+\s*:\s*/g)) {
    row = index === end ? row + 1 : 1
    end = index + label.length
    most = Math.max(most, row)
  }
  return most
}
