import { isPunctuation, isWord } from './grammar.ts'
import { onError } from './javascript-strategy.ts'
import { kindOf } from './members-of.ts'
import type { Source } from './read-source.ts'

export const staticCall = onError({
  id: 'javascript/static-call',
  title: 'Calls a static method on its class instead of on an object of it',
  prior: 0.92,
  answers: ['TypeError'],
  propose: (source, { diagnosis }) => {
    const [, receiver, method] = /^([\w$]{1,100})\.([\w$]{1,100}) is not a function/.exec(diagnosis.message) ?? []
    if (receiver === undefined || method === undefined) return []
    const owners = classesWith(source, method)
    const [owner] = owners
    if (owners.length !== 1 || !owner) return []
    const isObject = receiver === 'this' || kindOf(source, receiver) === owner.name
    if (!isObject || owner.usesThis) return []
    const edits = source.tokens.flatMap((token, index) => {
      const isCall = isPunctuation(source.tokens[index + 1], '.') && isWord(source.tokens[index + 2], method)
      if (token.text !== receiver || !isCall || isPunctuation(source.tokens[index - 1], '.', '?.')) return []
      if (receiver === 'this' && (index < owner.start || index > owner.end)) return []
      return [{ start: token.start, end: token.end, text: owner.name }]
    })
    return edits.length === 0
      ? []
      : [{ edits, why: `called \`${method}\` on the class \`${owner.name}\``, sureness: 0.95 }]
  },
})

interface Owner {
  name: string
  start: number
  end: number
  /** The method reads the object that it is called on, so that `static` is the slip. */
  usesThis: boolean
}

/** Classes of the program with a static method of this name. */
function classesWith({ tokens, parent, partner }: Source, method: string): Owner[] {
  return tokens.flatMap((token, index): Owner[] => {
    if (token.text !== method || !isWord(tokens[index - 1], 'static') || !isPunctuation(tokens[index + 1], '('))
      return []
    const start = parent[index] ?? -1
    const body = (partner.get(index + 1) ?? index) + 1
    const bodyEnd = partner.get(body) ?? body
    let word = start - 1
    while (word >= Math.max(0, start - 8) && !isWord(tokens[word], 'class')) word--
    const name = tokens[word + 1]?.text
    if (!isWord(tokens[word], 'class') || name === undefined || name === '{') return []
    const usesThis = tokens.slice(body, bodyEnd).some((each) => isWord(each, 'this'))
    return [{ name, start, end: partner.get(start) ?? tokens.length, usesThis }]
  })
}
