import { isPunctuation, isWord } from './grammar.ts'
import { onError } from './javascript-strategy.ts'
import type { Source } from './read-source.ts'

const OF_SETS = ['add', 'has', 'delete', 'clear', 'size', 'forEach', 'values']
const OF_MAPS = ['set', 'get', 'has', 'delete', 'clear', 'size', 'forEach', 'keys', 'values', 'entries']

export const objectAsMap = onError({
  id: 'javascript/object-as-map',
  title: 'Makes a Map or a Set of an empty object that the program uses only as one',
  prior: 0.9,
  answers: ['TypeError'],
  propose: (source, { diagnosis }) => {
    const [, name, method] = /^([\w$]{1,100})\.(set|get|has|add) is not a function/.exec(diagnosis.message) ?? []
    if (name === undefined) return []
    const uses = usesOf(source, name)
    const made = uses.find(({ isEmptyObject }) => isEmptyObject)
    const members = uses.flatMap(({ member, isEmptyObject }) => (isEmptyObject ? [] : [member]))
    const kind = method === 'add' ? 'Set' : members.includes('set') ? 'Map' : undefined
    const known = kind === 'Set' ? OF_SETS : OF_MAPS
    if (!made || kind === undefined || !members.every((member) => known.includes(member))) return []
    const edits = [{ start: made.start, end: made.end, text: `new ${kind}()` }]
    return [{ edits, why: `made a ${kind} of \`${name}\`, which is used as one`, sureness: 0.93 }]
  },
})

/** Every use of a name: the member that is asked for, and the empty object that the variable begins with. */
function usesOf({ tokens }: Source, name: string) {
  return tokens.flatMap((token, index) => {
    if (token.text !== name || token.kind !== 'name' || isPunctuation(tokens[index - 1], '.', '?.')) return []
    const [sign, open, close] = [tokens[index + 1], tokens[index + 2], tokens[index + 3]]
    const isDeclared = isWord(tokens[index - 1], 'const', 'let', 'var') && isPunctuation(sign, '=')
    const isEmptyObject = isDeclared && isPunctuation(open, '{') && isPunctuation(close, '}')
    const member = isPunctuation(sign, '.') ? (open?.text ?? '') : ''
    return [{ isEmptyObject, member, start: open?.start ?? 0, end: close?.end ?? 0 }]
  })
}
