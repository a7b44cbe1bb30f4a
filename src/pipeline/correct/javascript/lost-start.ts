import { blocksAround, statementIn } from './blocks-around.ts'
import { declaredNames } from './declared-names.ts'
import { enclosingFunction } from './enclosing-function.ts'
import { isPunctuation, isWord } from './grammar.ts'
import { onError } from './javascript-strategy.ts'
import { indentOf, type Source } from './read-source.ts'
import { undefinedName, usesOf } from './spell-name.ts'
import { isChange, startsOf } from './start-values.ts'
import { toldExamples } from './told-examples.ts'

/** Apart from a misspelt name: here the name is right, and the line that declared it is gone. */
export const lostStart = onError({
  id: 'javascript/lost-start',
  title: 'Declares a variable that a loop adds to, with the empty value that its use tells',
  prior: 0.9,
  answers: ['ReferenceError'],
  bold: 'a sum begun at zero that might as well be a text',
  propose: (source, { code, diagnosis, test }) => {
    const name = undefinedName(diagnosis.message)
    if (name === undefined || declaredNames(source).has(name)) return []
    const uses = usesOf(source, name).map((token) => source.tokens.indexOf(token))
    const place = placeOf(source, uses)
    if (place === undefined || hasIdleStart(source)) return []
    const { start: at, line } = place
    const end = /;[ \t]*(?:\n|$)/.test(source.code) ? ';' : ''
    const starts = startsOf(source, uses)
    // Anything can be added to a number as well as to a text: tests and examples tell the two apart.
    const isTold = starts.length === 1 || test !== undefined || toldExamples(code).length > 0
    return starts.map((start, index) => {
      const word = /^[\d'f]/.test(start) ? 'let' : 'const'
      const text = `${word} ${name} = ${start}${end}\n${indentOf(source, line)}`
      const why = `began \`${name}\` with ${start} before it is added to`
      return {
        ...{ edits: [{ start: at, end: at, text }], why, sureness: 0.9 - 0.1 * index },
        ...(!isTold && { assumption: `\`${name}\` begins with ${start}` }),
      }
    })
  },
})

/**
 * The first token of the statement before which the value has to stand: outside of the loop that changes it, inside of the one that takes
 * it. A value that only the loop uses that changes it is as likely worked out anew in every round.
 */
function placeOf(source: Source, uses: readonly number[]) {
  const [first] = uses
  if (first === undefined) return undefined
  const changes = uses.filter((use) => isChange(source, use))
  const around = enclosingFunction(source, first)
  const isOwn = around !== undefined && uses.every((use) => enclosingFunction(source, use)?.start === around.start)
  const block = blocksAround(source, first).find(
    (each) =>
      uses.every((use) => blocksAround(source, use).includes(each)) &&
      changes.some((use) => isRepeated(source, each, use)) &&
      uses.some((use) => !changes.includes(use) && !isRepeated(source, each, use)),
  )
  // Functions that only share the program around them have variables of their own.
  const isShared = block === -1 && (isOwn || uses.every((use) => enclosingFunction(source, use)))
  return block === undefined || isShared ? undefined : source.tokens[statementIn(source, block, first)]
}

/** Whether a loop or an inner function of the block has the use. */
function isRepeated(source: Source, block: number, use: number): boolean {
  if (isWord(source.tokens[statementIn(source, block, use)], 'for', 'while', 'do')) return true
  const around = enclosingFunction(source, use)
  return around !== undefined && around.start > block && !isPunctuation(source.tokens[around.start], '{')
}

/** A variable that begins empty and is never read was renamed without its uses: these are to be renamed then. */
function hasIdleStart(source: Source): boolean {
  return [...declaredNames(source).keys()].some((name) => {
    const [declared, ...others] = usesOf(source, name)
    const at = declared && others.length === 0 ? source.tokens.indexOf(declared) : -1
    return at !== -1 && isPunctuation(source.tokens[at + 1], '=') && EMPTY.test(source.tokens[at + 2]?.text ?? '')
  })
}

const EMPTY = /^(?:0|1|''|""|\[|\{|new)$/
