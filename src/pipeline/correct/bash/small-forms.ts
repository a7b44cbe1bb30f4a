import { likelyNames } from '../likely-names.ts'
import { proposalOf } from '../proposal-of.ts'
import type { Edit, Proposal, Strategy } from '../strategy.ts'
import { readBash } from './read-bash.ts'

const OPTIONS = [
  'allexport',
  'errexit',
  'errtrace',
  'nounset',
  'pipefail',
  'noclobber',
  'noexec',
  'noglob',
  'verbose',
  'xtrace',
  'posix',
  'functrace',
  'monitor',
]
const SHELL_OPTIONS = [
  'nullglob',
  'globstar',
  'extglob',
  'dotglob',
  'nocaseglob',
  'nocasematch',
  'failglob',
  'lastpipe',
  'inherit_errexit',
  'expand_aliases',
]

/** Corrects single words and expansions in a form that Bash refuses. */
export const smallForms: Strategy = {
  id: 'bash/small-forms',
  languages: ['bash'],
  title: 'Mends expansions, options and declarations that Bash refuses',
  answers: ['ShellError', 'SyntaxError', 'CommandNotFound', 'FileNotFound'],
  prior: 0.9,
  propose({ code, diagnosis: { message } }) {
    if (/unexpected token `;;'/.test(message)) return branchEnds(code)
    if (/bad substitution/.test(message)) return expansions(code)
    if (/can only be used in a function/.test(message)) return localOutside(code)
    if (/invalid (?:shell )?option name/.test(message)) return options(code)
    return /ambiguous redirect/.test(message) ? quoteTargets(code) : []
  },
}

/** `${ name }`, `${$name}`, `${name.length}`. */
function expansions(code: string): Proposal[] {
  const edits = [...code.matchAll(/\$\{([ \t]*)(\$?)([A-Za-z_]\w*)(\.length)?([ \t]*)\}/g)].flatMap((match): Edit[] => {
    const [whole, before = '', dollar = '', name, length, behind = ''] = match
    if (before === '' && dollar === '' && !length && behind === '') return []
    const isArray =
      length !== undefined &&
      new RegExp(`\\b${name}(?:\\[[^\\]]*\\])?=\\(|declare -[aA] ${name}\\b|\\b${name}\\[`).test(code)
    return [
      {
        start: match.index,
        end: match.index + whole.length,
        text: `\${${length ? '#' : ''}${name}${isArray ? '[@]' : ''}}`,
      },
    ]
  })
  return proposalOf(edits, 'wrote the expansion with the name alone in its braces', 0.9)
}

/** `fi;;` where no `case` is open. */
function branchEnds(code: string): Proposal[] {
  const { tokens } = readBash(code)
  let open = 0
  const edits = tokens.flatMap(({ text, kind, isCommand, start, end }, index): Edit[] => {
    if (isCommand && text === 'case') open += 1
    if (isCommand && text === 'esac') open -= 1
    if (open > 0 || kind !== 'operator' || text !== ';;') return []
    const isLast = tokens[index + 1] === undefined || tokens[index + 1]?.kind === 'newline'
    return [{ start, end, text: isLast ? '' : ';' }]
  })
  return proposalOf(edits, 'took `;;` away, which ends branches of `case` only', 0.95)
}

function localOutside(code: string): Proposal[] {
  const { tokens } = readBash(code)
  let depth = 0
  const edits = tokens.flatMap((token, index): Edit[] => {
    if (token.isCommand && token.text === '{') depth += 1
    if (token.isCommand && token.text === '}') depth -= 1
    const next = tokens[index + 1]
    const isOutside =
      depth === 0 && token.isCommand && token.text === 'local' && next?.kind === 'word' && /^\w+=/.test(next.text)
    return isOutside ? [{ start: token.start, end: next.start, text: '' }] : []
  })
  return proposalOf(edits, 'made variables outside of functions without `local`', 0.95)
}

function options(code: string): Proposal[] {
  const { tokens } = readBash(code)
  const edits = tokens.flatMap((token, index): Edit[] => {
    const before = tokens[index - 1]?.text ?? ''
    const names = /^[-+]\w*o$/.test(before) ? OPTIONS : /^-[su]$/.test(before) ? SHELL_OPTIONS : []
    const [near] = names.includes(token.text) ? [] : likelyNames(token.text, names)
    return near ? [{ start: token.start, end: token.end, text: near.name }] : []
  })
  return proposalOf(edits, 'corrected the name of the option', 0.95)
}

function quoteTargets(code: string): Proposal[] {
  const { tokens } = readBash(code)
  const edits = tokens.flatMap((token, index): Edit[] => {
    const isTarget =
      /^(?:>>?|<|&>)$/.test(tokens[index - 1]?.text ?? '') &&
      /^\$\{?\w+\}?/.test(token.text) &&
      !token.text.includes('"')
    return isTarget ? [{ start: token.start, end: token.end, text: `"${token.text}"` }] : []
  })
  return proposalOf(edits, 'quoted the file that is redirected to', 0.9)
}
