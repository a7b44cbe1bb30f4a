/** The programs of one request, in the language that runs them. */
export interface GivenProgram {
  language: string
  code: string
  files: Readonly<Record<string, string>>
}

/** Words of programs that may give something else the next time, in any language. It is better to run a program for nothing than to serve yesterday's date. */
const UNSTEADY =
  /time|date|clock|now\b|today|rand|uuid|secret|shuffle|sample|choice|entropy|pid\b|environ|env\b|hostname|uname|thread|process|spawn|fork|async|await|\bid\b|hash\(|tempfile|mktemp|EPOCH|socket|http|urllib|request|fetch|curl|wget|performance|popen|\bsystem\(|\b[lf]?stat(?:Sync)?\(|rdtsc|asm\b|import_module|importlib|__import__|\beval\b|\bexec\b|\bmodules\b|__(?:builtins|subclasses|loader|globals)__/i
/** A path out of the workspace: the host may change what stands there. */
const OUTSIDE = /["'`](?:\/\w|~|\.\.\/)|<\/\w+\/|\.\.\//

interface Reach {
  /** Each place where a program names what it takes from elsewhere. */
  asks: RegExp
  /** The same where it can be read: its first or second group is a name. */
  reads: RegExp
  /** Names that give the same every time. */
  known: ReadonlySet<string>
}

const setOf = (names: string): ReadonlySet<string> => new Set(names.split(' '))
const NOTHING: Reach = { asks: /(?!)/g, reads: /(?!)/g, known: new Set() }
const PYTHON: Reach = {
  asks: /\bimport\b/g,
  reads: /(?:^|[;:])[ \t]*(?:from[ \t]+([\w.]+)[ \t]+import\b|import[ \t]+([^\n;#]+))/gm,
  known: setOf(
    'abc array ast base64 binascii bisect cmath collections contextlib copy csv dataclasses decimal difflib enum fractions functools ' +
      'hashlib heapq html io itertools json keyword math networkx numbers numpy operator pandas pprint re statistics string struct ' +
      'sympy sys textwrap types typing unicodedata zlib __future__',
  ),
}
const NODE: Reach = {
  asks: /\b(?:require|import)\b/g,
  reads: /\brequire\(\s*["']([\w:/.-]+)["']\s*\)|\bimport\b[^"'\n;()]*["']([\w:/.-]+)["']/g,
  known: setOf('assert buffer events fs path querystring string_decoder url util'),
}
const C: Reach = {
  asks: /\binclude\b|\bimport\b/g,
  reads: /^[ \t]*#[ \t]*include[ \t]*(?:<([^>\n]+)>|"([^"\n]+)")/gm,
  known: setOf(
    'assert.h complex.h ctype.h errno.h float.h inttypes.h iso646.h limits.h math.h stdarg.h stdbool.h stddef.h stdint.h stdio.h stdlib.h string.h wchar.h ' +
      'algorithm any array bit bitset cassert cctype cfloat climits cmath compare concepts cstddef cstdint cstdio cstdlib cstring deque exception ' +
      'functional initializer_list iomanip ios iostream istream iterator limits list map memory numeric optional ostream queue ranges ratio regex set ' +
      'span sstream stack stdexcept streambuf string string_view tuple type_traits unordered_map unordered_set utility variant vector',
  ),
}
/** Other languages have too many ways to the clock, to chance and to the order of their tables to be judged by their text. */
const REACHES: Readonly<Record<string, Reach>> = {
  ...{ python: PYTHON, javascript: NODE, typescript: NODE, c: C, cpp: C },
  sql: { ...NOTHING, asks: /julianday|load_extension|readfile/gi },
  duckdb: { ...NOTHING, asks: /\bage\b|current_|\bglob\b|duckdb_|pragma_/gi },
}

/** Whether a program stands on nothing but its request, as far as its text tells. */
export function isSteadyProgram({ language, code, files }: GivenProgram): boolean {
  const reach = REACHES[language]
  if (!reach) return false
  const own = new Set(Object.keys(files).flatMap((path) => [path, path.replace(/(?:\/.*|\.\w+)$/, '')]))
  return [code, ...Object.values(files)].every(
    (text) => !UNSTEADY.test(text) && !OUTSIDE.test(text) && takesKnown(text, reach, own),
  )
}

function takesKnown(text: string, { asks, reads, known }: Reach, own: ReadonlySet<string>): boolean {
  const read = [...text.matchAll(reads)].map(([, one = '', other = '']) => one || other)
  if ((text.match(asks) ?? []).length !== read.length) return false
  return read
    .flatMap((names) => names.split(','))
    .every((name) => {
      const bare = name.trim().replace(/^(?:node:|\.\/)/, '')
      const first = bare.split(/[\s.]/)[0] ?? ''
      return known.has(bare) || known.has(first) || own.has(bare) || own.has(first)
    })
}
