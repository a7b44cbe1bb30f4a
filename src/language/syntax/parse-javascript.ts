import { type Options, parse } from 'acorn'
import { problemAt } from './problem-at.ts'
import type { Parse } from './syntax.ts'

/** Node takes a program as a module or as CommonJS, whichever fits: a source that either of them accepts is right. */
const MODULE: Options = { ecmaVersion: 'latest', sourceType: 'module', allowHashBang: true }
const COMMONJS: Options = {
  ...MODULE,
  sourceType: 'script',
  allowReturnOutsideFunction: true,
  // `require` beside top-level await is allowed, because our runner makes it work.
  allowAwaitOutsideFunction: true,
}

interface AcornError extends SyntaxError {
  pos?: number
}

export const parseJavaScript: Parse = (source) => {
  const asModule = firstProblem(source, MODULE)
  if (!asModule) return []
  const asCommonJs = firstProblem(source, COMMONJS)
  if (!asCommonJs) return []
  // The reading that got further understood more of the program.
  return [asCommonJs.offset > asModule.offset ? asCommonJs : asModule]
}

function firstProblem(source: string, options: Options) {
  try {
    parse(source, options)
    return undefined
  } catch (error) {
    const { pos, message } = error as AcornError
    if (pos === undefined) throw error
    return problemAt(source, pos, message.replace(/ \(\d+:\d+\)$/, ''))
  }
}
