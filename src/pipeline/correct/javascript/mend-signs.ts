import type { Token } from '../../../language/javascript/tokens.ts'
import type { Edit, Proposal } from '../strategy.ts'
import {
  BEGINS_STATEMENT,
  beginsOperand,
  braceKind,
  endsOperand,
  isInList,
  isPlainName,
  isPunctuation,
  isWord,
} from './grammar.ts'
import { onSyntax } from './javascript-strategy.ts'
import { opens, type Source } from './read-source.ts'

/** Repairs one pair or row of tokens. */
type Mend = (source: Source, index: number) => { edit: Edit; what: string; sureness: number } | undefined

export const mendSigns = onSyntax({
  id: 'javascript/mend-signs',
  title: 'Corrects a sign that was left out, doubled or taken for another: `=`, `:`, `;`, `,`, `.`, `of`',
  prior: 0.8,
  propose: (source) =>
    source.tokens.flatMap((token, index) =>
      MENDS.flatMap((mend): Proposal[] => {
        const found = mend(source, index)
        return found
          ? [{ edits: [found.edit], why: `${found.what} on line ${token.line}`, sureness: found.sureness }]
          : []
      }),
    ),
})

const behind = (token: Token, text: string): Edit => ({ start: token.end, end: token.end, text })
const instead = (token: Token, text: string): Edit => ({ start: token.start, end: token.end, text })

/** `const x 5`. */
const missingEquals: Mend = ({ tokens }, index) => {
  const [name, value] = [tokens[index], tokens[index + 1]]
  if (!isPlainName(name) || !isWord(tokens[index - 1], 'const', 'let', 'var') || value?.isFirst) return undefined
  if (isWord(value, 'of', 'in') || !(beginsOperand(value) || isPunctuation(value, '(', '['))) return undefined
  return { edit: behind(name, ' ='), what: 'added the missing `=`', sureness: 0.85 }
}

/** `{ name = 'x' }`. */
const equalsForColon: Mend = (source, index) => {
  const { tokens, parent } = source
  const sign = tokens[index]
  const holder = parent[index] ?? -1
  if (!sign || !isPunctuation(sign, '=') || opens(tokens[holder]) !== '{' || braceKind(source, holder) !== 'object')
    return undefined
  if (!isPunctuation(tokens[index - 2], '{', ',') || isWord(tokens[holder - 1], 'const', 'let', 'var')) return undefined
  const key = tokens[index - 1]
  return {
    edit: { start: key?.end ?? sign.start, end: sign.end, text: ':' },
    what: 'wrote `:` for `=` in the object',
    sureness: 0.92,
  }
}

/** `[1; 2]`, and `,` at the end of a statement. */
const wrongSeparator: Mend = (source, index) => {
  const [token, next] = [source.tokens[index], source.tokens[index + 1]]
  if (!token) return undefined
  const isHead = isWord(source.tokens[(source.parent[index] ?? 0) - 1], 'for')
  if (isPunctuation(token, ';') && isInList(source, index) && !isHead)
    return { edit: instead(token, ','), what: 'wrote `,` for `;`', sureness: 0.85 }
  const isEnd =
    isPunctuation(token, ',', ':') &&
    next?.isFirst &&
    next.kind === 'name' &&
    BEGINS_STATEMENT.has(next.text) &&
    !isWord(next, 'case', 'default')
  return isEnd && !isWord(source.tokens[index - 2], 'case')
    ? { edit: instead(token, ';'), what: `wrote \`;\` for \`${token.text}\``, sureness: 0.7 }
    : undefined
}

/** `f(a,, b)` and `a..b`. */
const doubled: Mend = ({ tokens }, index) => {
  const [token, next] = [tokens[index], tokens[index + 1]]
  if (!token || !next || token.text !== next.text || !isPunctuation(token, ',', '.', ':', '=>')) return undefined
  // `[..xs]` has lost a dot rather than doubled it.
  if (isPunctuation(token, '.') && isPunctuation(tokens[index - 1], '[', '(', '{', ','))
    return { edit: behind(token, '.'), what: 'wrote `...`', sureness: 0.96 }
  return {
    edit: { start: token.end, end: next.end, text: '' },
    what: `took away a doubled \`${token.text}\``,
    sureness: 0.85,
  }
}

/** `};` before `else`. */
const endBeforeElse: Mend = ({ tokens }, index) => {
  const token = tokens[index]
  if (
    !token ||
    !isPunctuation(token, ';') ||
    !isPunctuation(tokens[index - 1], '}') ||
    !isWord(tokens[index + 1], 'else', 'catch', 'finally')
  )
    return undefined
  return { edit: instead(token, ''), what: 'took away the `;` before `else`', sureness: 0.9 }
}

/** `case 'a'` and `default` without a colon. */
const caseColon: Mend = ({ tokens }, index) => {
  const [token, next] = [tokens[index], tokens[index + 1]]
  const begins = next?.isFirst === true || (next?.kind === 'name' && isPunctuation(tokens[index + 2], '.', '(', '='))
  if (!token || !next || !(begins || isWord(next, 'return')) || isPunctuation(token, ':')) return undefined
  const isCase =
    (isWord(tokens[index - 1], 'case') && endsOperand(token)) || (isWord(token, 'default') && token.isFirst)
  return isCase ? { edit: behind(token, ':'), what: 'added the `:` of the case', sureness: 0.93 } : undefined
}

/** `console log(x)`. */
const missingDot: Mend = (source, index) => {
  const [token, next] = [source.tokens[index], source.tokens[index + 1]]
  if (!isPlainName(token) || !isPlainName(next) || next.isFirst || !isPunctuation(source.tokens[index + 2], '('))
    return undefined
  if (isPunctuation(source.tokens[(source.partner.get(index + 2) ?? 0) + 1], '{')) return undefined
  return {
    edit: { start: token.end, end: next.start, text: '.' },
    what: `added the dot behind \`${token.text}\``,
    sureness: 0.75,
  }
}

/** `for (const x xs)`, `for (const x fo xs)`. */
const missingOf: Mend = ({ tokens, parent }, index) => {
  const [token, next, third] = [tokens[index], tokens[index + 1], tokens[index + 2]]
  if (!token || !endsOperand(token) || !isWord(tokens[(parent[index] ?? 0) - 1], 'for') || !isPlainName(next))
    return undefined
  if (!isWord(tokens[index - 1], 'const', 'let', 'var') && !isPunctuation(token, ']', '}')) return undefined
  if (third?.kind === 'name' && next.text.length < 4)
    return { edit: instead(next, 'of'), what: 'wrote `of`', sureness: 0.93 }
  return { edit: behind(token, ' of'), what: 'added the missing `of`', sureness: 0.9 }
}

/** `for (let i = 0, i < n, i++)`. */
const commasInHead: Mend = ({ code, tokens, parent, partner }, index) => {
  const open = tokens[index]
  if (!open || !isPunctuation(open, '(') || !isWord(tokens[index - 1], 'for')) return undefined
  const end = partner.get(index) ?? index
  const inside = tokens.flatMap((token, at) => (at > index && at < end && parent[at] === index ? [token] : []))
  const commas = inside.filter((token) => isPunctuation(token, ','))
  const signs = inside.filter((token) => isPunctuation(token, ',', ';'))
  const [first, second] = commas.length === 1 && signs.length === 2 ? signs : commas
  if (!first || !second || commas.length > 2 || (first.text === second.text) !== (signs.length === commas.length))
    return undefined
  const between = inside.filter(({ start }) => start > first.start && start < second.start)
  if (!between.some((token) => isPunctuation(token, '<', '>', '<=', '>=', '!=', '!=='))) return undefined
  return {
    edit: { start: first.start, end: second.end, text: `;${code.slice(first.end, second.start)};` },
    what: 'wrote `;` between the parts of the loop',
    sureness: 0.95,
  }
}

/** `x() {},` in a class, where nothing stands between members. */
const commaInClass: Mend = (source, index) => {
  const [before, token] = [source.tokens[index - 1], source.tokens[index]]
  const holder = source.parent[index] ?? -1
  if (!token || !isPunctuation(token, ',') || !isPunctuation(before, '}') || holder < 0) return undefined
  if (opens(source.tokens[holder]) !== '{' || braceKind(source, holder) !== 'class') return undefined
  return { edit: instead(token, ''), what: 'took the comma between members of a class away', sureness: 0.95 }
}

/** `const { a as b } = require('x')`. */
const asForColon: Mend = (source, index) => {
  const { tokens, parent } = source
  const word = tokens[index]
  const opener = parent[index] ?? -1
  if (
    !word ||
    !isWord(word, 'as') ||
    !isPunctuation(tokens[opener], '{') ||
    !isWord(tokens[opener - 1], 'const', 'let', 'var')
  )
    return undefined
  const start = tokens[index - 1]?.end ?? word.start
  return { edit: { start, end: word.end, text: ':' }, what: 'wrote `:` for `as`', sureness: 0.95 }
}

/** `010` and `08`. */
const leadingZero: Mend = ({ tokens }, index) => {
  const token = tokens[index]
  if (token?.kind !== 'number' || !/^0\d+$/.test(token.text)) return undefined
  const text = /[89]/.test(token.text) ? token.text.replace(/^0+(?=\d)/, '') : `0o${token.text.slice(1)}`
  return { edit: instead(token, text), what: `wrote \`${token.text}\` as \`${text}\``, sureness: 0.9 }
}

/** `let total += x`: a variable that is there already is changed, not declared. */
const declaredChange: Mend = (source, index) => {
  const { tokens } = source
  const [keyword, name, sign] = tokens.slice(index, index + 3)
  if (!keyword || !isWord(keyword, 'let', 'const', 'var') || !isPlainName(name)) return undefined
  if (!sign || !isPunctuation(sign, '+=', '-=', '*=', '/=', '%=')) return undefined
  const isThere = tokens.some(
    (token, at) => at < index && token.text === name.text && isWord(tokens[at - 1], 'let', 'var', 'const'),
  )
  return isThere
    ? { edit: { start: keyword.start, end: name.start, text: '' }, what: 'declared the variable once', sureness: 0.95 }
    : { edit: instead(sign, '='), what: `wrote \`=\` for \`${sign.text}\``, sureness: 0.7 }
}

const MENDS: Mend[] = [
  missingEquals,
  declaredChange,
  equalsForColon,
  wrongSeparator,
  doubled,
  endBeforeElse,
  caseColon,
  commasInHead,
  commaInClass,
  missingDot,
  missingOf,
  asForColon,
  leadingZero,
]
