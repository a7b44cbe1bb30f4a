import { parse } from '@babel/parser'
import { problemAt } from './problem-at.ts'
import type { Parse } from './syntax.ts'

interface BabelError extends SyntaxError {
  pos?: number
}

/** The parser compares each label with all around it, and reports each duplicate: thousands take seconds. People use two. */
const MOST_LABELS = 20
/** Longer sources get their first problem only: a text that is no program has one for each word. */
const MOST_RECOVERED = 20_000

/** Written in JavaScript on purpose: parsers in native code end the whole process when a source nests too deep. */
export const parseTypeScript: Parse = (source) => {
  if (labelsIn(source) > MOST_LABELS) return null
  try {
    const { errors } = parse(source, {
      sourceType: 'unambiguous',
      plugins: ['typescript', 'decorators'],
      allowAwaitOutsideFunction: true,
      allowReturnOutsideFunction: true,
      allowUndeclaredExports: true,
      errorRecovery: source.length <= MOST_RECOVERED,
    })
    return (errors as unknown as BabelError[]).map((error) => problemOf(source, error))
  } catch (error) {
    return [problemOf(source, error as BabelError)]
  }
}

function problemOf(source: string, error: BabelError) {
  if (error.pos === undefined) throw error
  return problemAt(source, error.pos, error.message.replace(/ \(\d+:\d+\)$/, ''))
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
