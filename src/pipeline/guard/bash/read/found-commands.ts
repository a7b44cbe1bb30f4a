import type { Invocation, Value } from './bash-program.ts'

const MOST = 10

/** The commands that `find` runs for each file: `{}` stands for a file below the first folder. */
export function foundCommands({ name, args }: Invocation): Value[][] {
  if (name !== 'find' && name !== 'fd') return []
  const [root] = args.filter(({ text }) => !text.startsWith('-'))
  const commands: Value[][] = []
  for (let at = 0; at < args.length && commands.length < MOST; at++) {
    if (!/^-(?:exec|execdir|ok|okdir)$/.test(args[at]?.text ?? '')) continue
    const end = args.findIndex(({ text }, place) => place > at && (text === ';' || text === '+'))
    const words = args.slice(at + 1, end < 0 ? undefined : end)
    commands.push(words.map((word) => ({ ...word, text: word.text.replaceAll('{}', `${root?.text ?? '.'}/{}`) })))
    at += words.length
  }
  return commands.filter((words) => words.length > 0)
}
