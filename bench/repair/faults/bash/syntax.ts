import { type Edit, mechanical, type Way } from '../fault.ts'
import { replace, replaceAnywhere, replaceEach } from '../replace.ts'
import { mismatchedQuotes, typographicString, unclosedString } from '../strings.ts'

const SLIPS = new Map<string, string[]>([
  ['if', ['fi', 'iff']],
  ['then', ['thne', 'tehn']],
  ['elif', ['elfi', 'elsif']],
  ['else', ['esle', 'els']],
  ['fi', ['if', 'fii']],
  ['for', ['fro', 'forr']],
  ['while', ['whlie', 'whiel']],
  ['until', ['untli']],
  ['do', ['od', 'doo']],
  ['done', ['doen', 'dnoe']],
  ['case', ['csae', 'caes']],
  ['esac', ['esca', 'easc']],
  ['in', ['ni']],
])
const keyword = new RegExp(`(?<=^ *|; )(?:${[...SLIPS.keys()].join('|')})(?=[ ;\\n])`, 'gm')

/** Ends every line as on Windows. */
const windowsLines: Way = ({ text }) => [
  [...text.matchAll(/\n/g)].map(({ index }): Edit => ({ start: index, end: index, text: '\r' })),
]

/** Leaves strings inside of strings alone: seen line by line they are no pairs of quotes. */
const plainTypographicString: Way = (source) =>
  typographicString(source).filter(([left, right]) => {
    const inside = source.text.slice(left?.end, right?.start)
    return !/["'\n]|\$\(/.test(inside) && !source.text.startsWith('$', right?.end)
  })

/** Faults that Bash's parser refuses, or takes for something else. */
export const syntaxFaults = [
  mechanical('missing-then', replace(/; then$/gm, ''), replace(/; then$/gm, ';')),
  mechanical('missing-do', replace(/; do$/gm, ''), replace(/; do$/gm, ';')),
  mechanical('missing-fi', replace(/^ *fi\n/gm, '')),
  mechanical('missing-done', replace(/^ *done\n/gm, ''), replace(/^( *)done(?= [<|])/gm, '$1')),
  mechanical('missing-esac', replace(/^ *esac\n/gm, '')),
  mechanical('missing-case-end', replace(/^ *;;\n/gm, '')),
  mechanical('missing-semicolon', replace(/;(?= (?:then|do)$)/gm, '')),
  mechanical('missing-function-brace', replace(/(?<=^\w+\(\)) \{$/gm, ''), replace(/^\}\n/gm, '')),
  mechanical('test-spacing', replace(/\[ (?=["$!-])/g, '['), replace(/(?<=\S) \](?=;| &&| \|\|)/g, ']')),
  mechanical('unclosed-test', replace(/ \](?=; (?:then|do)$)/gm, ''), replace(/ \]\](?=; then$)/gm, ' ]')),
  mechanical('unclosed-substitution', replaceAnywhere(/(?<=\$\((?!\()[^()\n]*)\)/g, '')),
  mechanical('unclosed-arithmetic', replaceAnywhere(/(?<=\$\(\([^()\n]*)\)\)/g, ')')),
  mechanical('unclosed-expansion', replaceAnywhere(/(?<=\$\{[^{}\n]*)\}/g, '')),
  mechanical('unclosed-double-quote', unclosedString(/^"$/)),
  mechanical('unclosed-single-quote', unclosedString(/^'$/)),
  mechanical('mismatched-quotes', mismatchedQuotes),
  mechanical('typographic-quotes', plainTypographicString),
  mechanical(
    'misspelt-keyword',
    replace(keyword, ([word = ''], { index }) => slipOf(word, index)),
  ),
  mechanical('windows-lines', windowsLines),
  mechanical('indented-here-document-end', replaceAnywhere(/^EOF$/gm, '  EOF'), replaceAnywhere(/^EOF$/gm, 'EOF ')),
  mechanical('unclosed-array', replace(/(?<=\w+\+?=\(.*)\)$/gm, '')),
  mechanical('comma-in-array', replaceEach(/(?<=^(?:days|numbers|temperatures)=\(.*\w) (?=\w)/gm, ', ')),
]

function slipOf(word: string, place: number): string | null {
  const slips = SLIPS.get(word) ?? []
  return slips[place % slips.length] ?? null
}
