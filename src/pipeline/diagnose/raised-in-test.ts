import type { Diagnosis } from '../../contract/diagnosis.ts'
import type { TestEnd } from '../../contract/run.ts'

/** A name that a test wants and the program has not. */
const WANTED = /^name '[\w]+' is not defined|^[\w$]+ is not defined/
/** A member that a test wants of a class of the program. */
const WANTED_MEMBER = /^'(\w+)' object has no attribute '\w+'/
/** A call of a test that a function or a class of the program does not take. */
const WANTED_CALL = /^(?:[\w.]*\.)?(\w+)\(\) (?:takes (?:no|from|\d)|missing \d)/

/**
 * The diagnosis of the error that ended a test, when it tells something about the program: it rose in the program's own lines, or the
 * test calls a name that is not there, or a function of the program otherwise than it takes. A failed assertion is the test's own, and tells nothing but that.
 */
export function raisedInTest(
  read: Diagnosis,
  { code, name }: { code: string; name: TestEnd['name'] },
): Diagnosis | undefined {
  const { type, line, message, explanation, recoverable } = read
  const isOwn = line !== undefined && line <= code.replace(/\n*$/, '').split('\n').length
  const owner = WANTED_MEMBER.exec(message)?.[1]
  const called = WANTED_CALL.exec(message)?.[1]
  const isWanted =
    WANTED.test(message) ||
    (owner !== undefined && new RegExp(String.raw`^class ${owner}\b`, 'm').test(code)) ||
    (called !== undefined && new RegExp(String.raw`^\s*(?:async +)?(?:def|class) +${called}\b`, 'm').test(code))
  if (!recoverable || /assert/i.test(type) || !(isOwn || isWanted)) return undefined
  return { ...read, explanation: `In ${name}: ${explanation}` }
}
