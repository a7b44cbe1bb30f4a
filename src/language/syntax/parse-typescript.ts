import { parse } from '@babel/parser'
import { problemAt } from './problem-at.ts'
import type { Parse } from './syntax.ts'

interface BabelError extends SyntaxError {
  pos?: number
}

/** Written in JavaScript on purpose: parsers in native code end the whole process when a source nests too deep. */
export const parseTypeScript: Parse = (source) => {
  try {
    const { errors } = parse(source, {
      sourceType: 'unambiguous',
      plugins: ['typescript', 'decorators'],
      allowAwaitOutsideFunction: true,
      allowReturnOutsideFunction: true,
      allowUndeclaredExports: true,
      errorRecovery: true,
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
