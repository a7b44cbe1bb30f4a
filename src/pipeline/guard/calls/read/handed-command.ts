import type { CommandForm } from '../../../../language/calls/call-facts.ts'
import type { Command } from './call-program.ts'
import { flattened, fromAll, shapeOf, type Value } from './value.ts'

/** The command that a call is given. */
export function handedCommand(
  form: Exclude<CommandForm, 'builder'>,
  args: readonly Value[],
  place: { start: number; end: number },
): Command | undefined {
  const [first] = args
  if (!first) return undefined
  const isLine = form === 'line' || (form === 'lineOrWords' && args.filter(({ isTable }) => !isTable).length === 1)
  if (isLine && !first.items) return { line: shapeOf(first), isShell: true, from: first.from, ...place }
  if (form === 'joined') {
    const words = flattened(args.slice(0, 2))
    return { line: words.map(shapeOf).join(' '), isShell: true, from: fromAll(words), ...place }
  }
  return commandOfWords(wordsOf(form, args), place)
}

function wordsOf(form: CommandForm, args: readonly Value[]): Value[] {
  if (form !== 'wordsFromSecond') return flattened(args.filter(({ isTable }) => !isTable))
  const list = args[1]?.items
  const words = (list ?? args.slice(1)).filter(({ name }) => !/^(?:NULL|nullptr|nil|null)$/.test(name))
  return words.length > 0 ? flattened(words) : flattened(args.slice(0, 1))
}

/** A program with its arguments, as a line in which each of them is quoted: only a shell among them reads its text. */
export function commandOfWords(words: readonly Value[], place: { start: number; end: number }): Command {
  const line = words.map((word) => `'${shapeOf(word).replaceAll("'", `'\\''`)}'`).join(' ')
  return { line, isShell: false, from: fromAll(words), ...place }
}

/** The command behind the pipe of an open call: `open("|command")`, `open(F, "command|")`, `open(F, "-|", "command")`. */
export function pipedCommand(args: readonly Value[], place: { start: number; end: number }): Command | undefined {
  const texts = args.slice(0, 3).map(shapeOf)
  const mark = texts.findIndex((text) => text === '-|' || text === '|-')
  if (mark >= 0 && args.length > mark + 2) return commandOfWords(flattened(args.slice(mark + 1)), place)
  const at = mark >= 0 ? mark + 1 : texts.findIndex((text) => /^\s*\||\|\s*$/.test(text))
  const value = at < 0 ? undefined : args[at]
  if (!value) return undefined
  return { line: shapeOf(value).replace(/^\s*\||\|\s*$/g, ''), isShell: true, from: value.from, ...place }
}
