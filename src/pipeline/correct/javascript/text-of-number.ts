import { isPunctuation } from './grammar.ts'
import { onError } from './javascript-strategy.ts'
import { kindOf } from './members-of.ts'

/** Methods that texts have and lists have not, and those that both have. */
const OF_TEXTS =
  'split charAt charCodeAt substring substr padStart padEnd toUpperCase toLowerCase trim replace replaceAll startsWith endsWith match repeat'.split(
    ' ',
  )
const OF_BOTH = ['includes', 'indexOf', 'slice', 'at', 'concat']

export const textOfNumber = onError({
  id: 'javascript/text-of-number',
  title: 'Makes a text of a number before it is read as one',
  prior: 0.8,
  answers: ['TypeError'],
  propose: (source, { diagnosis }) => {
    const [, name = '', method = ''] = /^([\w$]{1,100})\.([\w$]{1,40}) is not a function/.exec(diagnosis.message) ?? []
    const isOfTexts = OF_TEXTS.includes(method)
    if (!isOfTexts && !OF_BOTH.includes(method)) return []
    if (kindOf(source, name) === 'Array') return []
    const edits = source.tokens.flatMap((token, index) => {
      const [dot, member] = [source.tokens[index + 1], source.tokens[index + 2]]
      const isAsked =
        token.line === diagnosis.line && token.text === name && isPunctuation(dot, '.') && member?.text === method
      const isMember = isPunctuation(source.tokens[index - 1], '.', '?.')
      return isAsked && !isMember ? [{ start: token.start, end: token.end, text: `String(${name})` }] : []
    })
    const why = `made a text of \`${name}\` before \`.${method}\``
    return edits.length === 0 ? [] : [{ edits, why, sureness: isOfTexts ? 0.9 : 0.5 }]
  },
})
