import type { ProgramError } from '../contract/diagnosis.ts'
import { hintIn } from './error/hint-in.ts'
import { withExpression } from './error/with-expression.ts'
import type { ReadError } from './language.ts'

const LINKER = /undefined reference to [`'](.*)'/

/** Reads the error of gcc and g++ about a program that does not compile. */
export function gccErrorOf(fileName: string): ReadError {
  const place = new RegExp(`^${fileName.replace('.', '\\.')}:(\\d+):(\\d+): (?:fatal )?error: (.*)$`, 'm')
  return ({ stderr, code }): ProgramError | undefined => {
    const [, line, column, message] = place.exec(stderr) ?? []
    if (message !== undefined) {
      const hint = hintIn(message)
      const error = { type: 'CompileError', message, line: Number(line), column: Number(column), ...(hint && { hint }) }
      return withExpression(error, code)
    }
    const elsewhere = /^(\S+:\d+:\d+): (?:fatal )?error: (.*)$/m.exec(stderr)
    if (elsewhere) return { type: 'CompileError', message: `${elsewhere[2]} (${elsewhere[1]})` }
    const missing = LINKER.exec(stderr)?.[1]
    return missing === undefined ? undefined : { type: 'LinkError', message: `undefined reference to ${missing}` }
  }
}

/** `assert` names the program, the file and the line. */
export function failedAssertion(stderr: string, fileName: string): ProgramError | undefined {
  const told = new RegExp(`^\\S+: ${fileName.replace('.', '\\.')}:(\\d+): .*?(Assertion .* failed)\\.$`, 'm').exec(
    stderr,
  )
  return told?.[2] === undefined ? undefined : { type: 'AssertionError', message: told[2], line: Number(told[1]) }
}
