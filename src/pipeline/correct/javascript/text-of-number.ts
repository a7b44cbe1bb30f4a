import { onError } from './javascript-strategy.ts'
import { kindOf } from './members-of.ts'
import { receiversOf } from './receivers.ts'

/** Methods that texts have and lists have not, those that both have, and those of numbers. */
const OF_TEXTS =
  'split charAt charCodeAt substring substr padStart padEnd toUpperCase toLowerCase trim replace replaceAll startsWith endsWith match repeat'.split(
    ' ',
  )
const OF_BOTH = ['includes', 'indexOf', 'slice', 'at', 'concat']
const OF_NUMBERS = ['toFixed', 'toPrecision', 'toExponential']

export const textOfNumber = onError({
  id: 'javascript/text-of-number',
  title: 'Makes a text of a number before it is read as one, and a number of a text before it is written as one',
  prior: 0.8,
  answers: ['TypeError'],
  propose: (source, { diagnosis }) => {
    const [, told = '', method = ''] = /^(.{1,200})\.([\w$]{1,40}) is not a function/.exec(diagnosis.message) ?? []
    const isOfTexts = OF_TEXTS.includes(method)
    const isOfNumbers = OF_NUMBERS.includes(method)
    if (!isOfTexts && !isOfNumbers && !OF_BOTH.includes(method)) return []
    if (kindOf(source, told) === 'Array') return []
    const receivers = receiversOf(source, method, diagnosis.line).filter(({ text }) => isTold(text, told))
    const made = isOfNumbers ? 'Number' : 'String'
    const edits = receivers.map(({ start, end, text }) => ({
      ...{ start, end },
      text: text.startsWith('(') && text.endsWith(')') ? `${made}${text}` : `${made}(${text})`,
    }))
    const why = `made a ${isOfNumbers ? 'number' : 'text'} of \`${told}\` before \`.${method}\``
    return edits.length === 0 ? [] : [{ edits, why, sureness: OF_BOTH.includes(method) ? 0.5 : 0.9 }]
  },
})

/** The engine tells the arguments of a call within a value as dots. */
function isTold(text: string, told: string): boolean {
  const plain = (each: string) => each.replace(/(?<=[\w$\])])\((?!\.\.\.)[^()]*\)/g, '(...)').replace(/\s/g, '')
  return plain(text) === plain(told)
}
