import { type Edit, mechanical, type Way } from '../fault.ts'
import { replace, replaceEach } from '../replace.ts'

/** Habits that are right in Python, Java, C or Go. */
export const habitFaults = [
  mechanical('def', replace(/\bfunction (?=\w+\()/g, 'def ')),
  mechanical(
    'def-block',
    replace(/^( *)(?:async )?function (\w+\(.*\)) \{\n((?:\1 .*\n|\n)+)\1\}\n/gm, '$1def $2:\n$3'),
  ),
  mechanical('colon-block', replace(/^( *)(if|while) \((.*)\) \{\n((?:\1 .*\n)+)\1\}\n/gm, '$1$2 $3:\n$4')),
  mechanical('colon-for-brace', replace(/(?<=^ *(?:if|for|while|function|class)\b.*) \{$/gm, ':')),
  mechanical('elif', replace(/\belse if\b/g, 'elif')),
  mechanical('true-false', replace(/\btrue\b/g, 'True'), replace(/\bfalse\b/g, 'False')),
  mechanical('none', replace(/\b(?:null|undefined)\b/g, 'None')),
  mechanical('and-word', replace(/ && /g, ' and ')),
  mechanical('or-word', replace(/ \|\| /g, ' or ')),
  mechanical('not-word', replace(/!(?=[\w(])/g, 'not ')),
  mechanical('print', replace(/\bconsole\.log\(/g, 'print('), replaceEach(/\bconsole\.log\(/g, 'print(')),
  mechanical('len', replace(/\b([\w.]+)\.length\b/g, 'len($1)')),
  mechanical('append', replace(/\.push\(/g, '.append(')),
  mechanical('self', replace(/\bthis\.(?=\w)/g, 'self.')),
  mechanical('hash-comment', hashComment, replace(/;$/gm, ';  # done')),
  mechanical('f-string', fString),
  mechanical('str', replace(/\bString\((?=\w)/g, 'str(')),
  mechanical(
    'python-methods',
    replace(/\.toUpperCase\(\)/g, '.upper()'),
    replace(/\.toLowerCase\(\)/g, '.lower()'),
    replace(/\.trim\(\)/g, '.strip()'),
    replace(/\.startsWith\(/g, '.startswith('),
  ),
  mechanical('for-in-colon', replace(/\bfor \(const (\w+) of (.+)\) \{$/gm, 'for $1 in $2 {')),
  mechanical('lambda', replace(/\((\w+)\) => (?=[^{])/g, 'lambda $1: ')),
  mechanical('raise', replace(/\bthrow (?=new)/g, 'raise ')),
  mechanical('except', replace(/\bcatch \((\w+)\)/g, 'except ($1)')),
  mechanical('from-import', replace(/^import (?:\{ (.*) \}|(\w+)) from ('[^']*');?$/gm, 'from $3 import $1$2;')),
  mechanical(
    'python-ternary',
    replace(/(?<== |return )([^?\n:(){}]+) \? ([^?\n:(){}]+) : ([^?\n:;(){}]+)(?=;)/g, '$2 if $1 else $3'),
  ),
  mechanical(
    'typed-declaration',
    replace(/\b(?:let|const) (?=\w+ = \d)/g, 'int '),
    replace(/\bconst (?=\w+ = ['"`])/g, 'String '),
  ),
  mechanical('contains', replace(/\.includes\(/g, '.contains(')),
  mechanical('println', replace(/\bconsole\.log\(/g, 'System.out.println(')),
  mechanical('func', replace(/\bfunction (?=\w+\()/g, 'func '), replace(/\bfunction (?=\w+\()/g, 'fn ')),
  mechanical('json-dumps', replace(/\bJSON\.stringify\(/g, 'json.dumps('), replace(/\bJSON\.parse\(/g, 'json.loads(')),
]

/** Begins an existing comment as in Python. */
function hashComment({ text, comments }: Parameters<Way>[0]): Edit[][] {
  return comments
    .filter(({ start }) => text.startsWith('//', start))
    .map(({ start }) => [{ start, end: start + 2, text: '#' }])
}

/** Writes a template as Python does. */
function fString({ text, strings }: Parameters<Way>[0]): Edit[][] {
  return strings.flatMap(({ start, end }) => {
    const inside = text.slice(start + 1, end - 1)
    if (text[start] !== '`' || !inside.includes('${') || inside.includes('\n')) return []
    return [[{ start, end, text: `f"${inside.replaceAll('${', '{')}"` }]]
  })
}
