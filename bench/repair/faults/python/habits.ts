import { type Edit, mechanical, type Way } from '../fault.ts'
import { replace, replaceEach } from '../replace.ts'

/** Habits that are right in JavaScript, Java or C. */
export const habitFaults = [
  mechanical('true-false', replace(/\bTrue\b/g, 'true'), replace(/\bFalse\b/g, 'false')),
  mechanical('null', replace(/\bNone\b/g, 'null')),
  mechanical('and-signs', replace(/ and /g, ' && ')),
  mechanical('or-signs', replace(/ or /g, ' || ')),
  mechanical('exclamation-not', replace(/\bnot (?!in\b)(?=[\w(])/g, '!')),
  mechanical('increment', replace(/ \+= 1$/gm, '++')),
  mechanical('else-if', replace(/\belif\b/g, 'else if')),
  mechanical('declared', replace(/^( *)(?=[a-z_]+ = )/gm, '$1const '), replace(/^( *)(?=[a-z_]+ = )/gm, '$1let ')),
  mechanical('declared-var', replaceEach(/^( *)(?=[a-z_]+ = )/gm, '$1var ')),
  mechanical('function-keyword', replace(/^( *)def (?=\w+\()/gm, '$1function ')),
  mechanical('function-braces', braces),
  mechanical('slash-comment', slashComment, replace(/(?<=\w\))$/gm, '  // done')),
  mechanical('strict-equality', replace(/ == /g, ' === '), replace(/ != /g, ' !== ')),
  mechanical('length-property', replace(/\blen\((\w+(?:\.\w+)?)\)/g, '$1.length')),
  mechanical('push', replace(/\.append\(/g, '.push(')),
  mechanical('upper-lower', replace(/\.upper\(\)/g, '.toUpperCase()'), replace(/\.lower\(\)/g, '.toLowerCase()')),
  mechanical('camel-methods', replace(/\.startswith\(/g, '.startsWith('), replace(/\.endswith\(/g, '.endsWith(')),
  mechanical('trim', replace(/\.strip\(\)/g, '.trim()')),
  mechanical('join-method', replace(/(["']·*["'])\.join\((\w+)\)/g, '$2.join($1)')),
  mechanical('to-string', replace(/\bstr\((\w+)\)/g, '$1.toString()')),
  mechanical('console-log', replace(/\bprint\(/g, 'console.log('), replaceEach(/\bprint\(/g, 'console.log(')),
  mechanical('this', replace(/\bself\.(?=\w)/g, 'this.')),
  mechanical('new', replace(/(?<= = |\()([A-Z]\w+)\(/g, 'new $1(')),
  mechanical('ternary', replace(/(= |return )(\S+|-?\d+) if (.+) else (\S+)$/gm, '$1$3 ? $2 : $4')),
  mechanical('arrow', replace(/\blambda (\w+): /g, '$1 => ')),
  mechanical('throw', replace(/\braise (?=[A-Z])/g, 'throw ')),
  mechanical('catch', replace(/\bexcept (?=\w+)/g, 'catch ')),
]

/** Puts a function in braces, as C and JavaScript write it: the indentation stays. */
function braces({ text }: { text: string }): Edit[][] {
  return [...text.matchAll(/^def .*(:)\n(?:(?: {4}.*)?\n)*? {4}.*(\n)(?=\n*(?:\S|$(?!\n)))/gm)].map((match) => {
    const colon = match.index + match[0].indexOf(':\n')
    const end = match.index + match[0].length
    return [
      { start: colon, end: colon + 1, text: ' {' },
      { start: end, end, text: '}\n' },
    ]
  })
}

/** Begins an existing comment as in C. */
function slashComment({ comments }: Parameters<Way>[0]): Edit[][] {
  return comments.map(({ start }) => [{ start, end: start + 1, text: '//' }])
}
