import { mechanical } from '../fault.ts'
import { replace, replaceAnywhere } from '../replace.ts'

/** Habits that are right in Python, JavaScript or C. */
export const habitFaults = [
  mechanical('spaced-assignment', replace(/(?<=^ *(?:local )?[A-Za-z_]\w*)=(?=["$\w])/gm, ' = ')),
  mechanical('dollar-assignment', replace(/(?<=^ *)(?=[A-Za-z_]\w*=["$\w])/gm, '$')),
  mechanical('else-if', replace(/\belif\b/g, 'else if'), replace(/\belif\b/g, 'elseif')),
  mechanical('and-inside-test', replace(/ \] && \[ /g, ' && ')),
  mechanical('or-inside-test', replace(/ \] \|\| \[ /g, ' || ')),
  mechanical(
    'comparison-signs',
    replace(/ -(gt|lt|ge|le) (?=.*\]; (?:then|do)$)/gm, ([, sign = '']) => ` ${SIGNS[sign]} `),
  ),
  mechanical('python-if', replace(/^( *)if \[ (.*) \]; then$/gm, '$1if $2:')),
  mechanical('brace-if', replace(/^( *)(if|while) \[ (.*) \]; (?:then|do)$/gm, '$1$2 ($3) {')),
  mechanical('brace-for', replace(/^( *)for (\w+) in (.*); do$/gm, '$1for $2 in $3 {')),
  mechanical('python-for', replace(/^( *)for (\w+) in (.*); do$/gm, '$1for $2 in $3:')),
  mechanical('def', replace(/^(\w+)\(\) \{$/gm, 'def $1() {')),
  mechanical(
    'function-parameters',
    replace(/^(\w+)\(\) \{$/gm, '$1(name) {'),
    replace(/^(\w+)\(\) \{$/gm, 'function $1(name) {'),
  ),
  mechanical(
    'print',
    replace(/(?<=^ *)echo (?="|\$)/gm, 'print '),
    replace(/(?<=^ *)echo ("[^"\n]*")$/gm, 'print($1)'),
  ),
  mechanical('console-log', replace(/(?<=^ *)echo ("[^"\n]*")$/gm, 'console.log($1)')),
  mechanical(
    'slash-comment',
    replace(/$(?<=^ *(?:echo|mkdir|local) .*)/gm, '  // next'),
    replace(/^(?=\w+\(\) \{)/gm, '// one step\n'),
  ),
  mechanical(
    'plus-assignment',
    replace(/(?<=^ *)(\w+)=\$\(\(\1 ([+-]) (\w+)\)\)/gm, '$1 $2= $3'),
    replace(/(?<=^ *)(\w+)=\$\(\(\1 \+ 1\)\)/gm, '$1++'),
  ),
  mechanical('const', replace(/(?<=^ *)local (?=\w+=)/gm, 'let '), replace(/(?<=^)(?=[A-Za-z_]\w*=["\d])/gm, 'const ')),
  mechanical('call-parentheses', replace(/(?<=^ *)(make_sample|rotate|summary|show|print_table|cleanup)$/gm, '$1();')),
  mechanical('end-if', replace(/^( *)fi$/gm, '$1end'), replace(/^( *)fi$/gm, '$1endif')),
  mechanical('default-case', replace(/^( *)\*\)$/gm, '$1default:')),
  mechanical('length-method', replaceAnywhere(/(?<=\$\{)#(\w+)(?:\[@\])?(?=\})/g, '$1.length')),
]

const SIGNS: Record<string, string> = { gt: '>', lt: '<', ge: '>=', le: '<=' }
