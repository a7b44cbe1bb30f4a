import type { ToldExample } from './told-examples.ts'

/**
 * A program followed by its own examples. They run as it exits, when its own output is over; each is compiled apart, because the text of
 * a comment may be no code.
 */
export const withExamples = (code: string, examples: readonly ToldExample[]): string =>
  `${code}\n;process.on('exit', () => {\n  ${JUDGE.trim().replaceAll('\n', '\n  ')}\n  judge(${JSON.stringify(examples)}, (text) => eval(text))\n})\n`

const JUDGE = `
const judge = (examples, read) => {
  const { isDeepStrictEqual, inspect } = process.getBuiltinModule('node:util')
  const short = (text) => text.replace(/\\s+/g, ' ').slice(0, 80)
  const say = (words) => process.getBuiltinModule('node:fs').writeSync(1, '\\nanneal-examples ' + words + '\\n')
  let kept = 0
  for (const { call, value } of examples) {
    let told
    try {
      told = read('(' + value + ')')
    } catch {
      continue
    }
    let given
    try {
      given = read(call)
    } catch (error) {
      return say('broken ' + short(call) + ' raises ' + (error?.name ?? 'an error'))
    }
    if (typeof given?.then === 'function') continue
    const isSame = isDeepStrictEqual(given, told) || (typeof given === 'string' && given === String(told))
    if (!isSame)
      return say('broken ' + short(call) + ' gives ' + short(inspect(given)) + ', and the program itself says ' + short(value))
    kept++
  }
  say('kept ' + kept)
}
`
