const LONGEST = 120
/** Programs may be long: their title stands near their beginning. */
const READ = 20_000

/** Lines that many programs begin with alike: imports, includes, settings of an interpreter, the head of `main`. */
const ALIKE: RegExp[] = [
  /^#!/,
  /^<\?(php)?$/,
  /^(import|from|using|package|use|extern|module|namespace|library|require|include|require_once|source)\b/,
  /^#(include|define|pragma|if|ifdef|ifndef|endif)\b/,
  /^(const|let|var)\s.{1,200}\brequire\(/,
  /^["']use strict["'];?$/,
  /^set [-+]/,
  /^(?:(?:public|static|final|int|void|def|func|fn|async|function|class)\s+)*main\b/i,
  /^if __name__\b/,
  /^(#|\/\/|\/\*+)\s*(-\*-|coding|eslint|ts-|@ts-|type:|noqa|pylint|copyright|spdx|licen[sc]e)/i,
]
const COMMENT = /^(?:#+|\/\/+|--+|\/\*+|\*+|"""|''')\s*/
const COMMENT_END = /\s*(?:\*+\/|"""|''')$/

/**
 * The first line of a text that tells it from others, in one line of plain text: without controls, without marks that turn the reading
 * order, and without the signs of a comment. Empty where no line says anything.
 */
export function titleOf(text: string): string {
  const lines = text
    .slice(0, READ)
    .split(/[\r\n\u2028\u2029]+/)
    .map(plainLine)
    .filter((line) => /[\p{L}\p{N}]/u.test(line))
  const telling = lines.find((line) => !ALIKE.some((alike) => alike.test(line))) ?? lines[0] ?? ''
  const words = telling.replace(COMMENT, '').replace(COMMENT_END, '') || telling
  const characters = [...words]
  return characters.length > LONGEST ? `${characters.slice(0, LONGEST - 1).join('')}…` : words
}

/** The title of a run: its task, or its first program that is run. */
export function titleOfRun(
  task: string | undefined,
  programs: readonly { executable: boolean; code: string }[],
): string {
  return titleOf(task ?? '') || titleOf((programs.find(({ executable }) => executable) ?? programs[0])?.code ?? '')
}

/** Format characters have no picture of their own: marks of direction, joiners, tags. A lone surrogate is a sign for itself. */
const plainLine = (line: string): string =>
  line
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zs}]+/gu, ' ')
    .replace(/[\p{Cf}\p{Co}]+/gu, '')
    .trim()
