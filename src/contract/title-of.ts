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
const FENCE = /^(?:`{3,}|~{3,})/
const COMMENT = /^(?:#+|\/\/+|--+|\/\*+|\*+|"""|''')\s*/
const COMMENT_END = /\s*(?:\*+\/|"""|''')$/

/** The first line of a program that tells it from others, without the signs of a comment; empty where no line says anything. */
export function titleOfProgram(code: string): string {
  const lines = linesOf(code)
  const telling = lines.find((line) => !ALIKE.some((alike) => alike.test(line))) ?? lines[0] ?? ''
  return cut(telling.replace(COMMENT, '').replace(COMMENT_END, '') || telling)
}

/** The first line of words that a person wrote; of code between fences its first line. */
export const titleOf = (words: string): string => cut(linesOf(words).find((line) => !FENCE.test(line)) ?? '')

const linesOf = (text: string): string[] =>
  text
    .slice(0, READ)
    .split(/[\r\n\u2028\u2029]+/)
    .map(plainLine)
    .filter((line) => /[\p{L}\p{N}]/u.test(line))

/** A title ends without the sign that the rest of its text comes. */
function cut(line: string): string {
  const title = line.replace(/\s*[{:]$/, '') || line
  const characters = [...title]
  return characters.length > LONGEST ? `${characters.slice(0, LONGEST - 1).join('')}…` : title
}

/** The title of a run: its task, or its first program that is run. Titles are one line of plain text, without controls and marks that turn the reading order. */
export function titleOfRun(
  task: string | undefined,
  programs: readonly { executable: boolean; code: string }[],
): string {
  return (
    titleOf(task ?? '') || titleOfProgram((programs.find(({ executable }) => executable) ?? programs[0])?.code ?? '')
  )
}

/** Format characters have no picture of their own: marks of direction, joiners, tags. A lone surrogate is a sign for itself. */
const plainLine = (line: string): string =>
  line
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zs}]+/gu, ' ')
    .replace(/[\p{Cf}\p{Co}]+/gu, '')
    .trim()
