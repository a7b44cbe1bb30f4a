import { mechanical, unknowable } from '../fault.ts'
import { misspellOne } from '../misspell-one.ts'
import { replace, replaceAnywhere } from '../replace.ts'

const COMMANDS =
  'echo|printf|mkdir|sort|uniq|head|tail|grep|awk|sed|cut|tr|wc|cat|basename|dirname|touch|find|paste|join|read|local|declare|return|shift|set'

export const nameFaults = [
  mechanical('misspelt-command', misspellOne({ find: new RegExp(`(?<=^ *|[|(] ?|; )(${COMMANDS})(?= )`, 'gm') })),
  mechanical(
    'misspelt-piped-command',
    misspellOne({ find: new RegExp(`(?<=\\| )(${COMMANDS})(?= )`, 'gm'), anywhere: true }),
  ),
  mechanical(
    'misspelt-function',
    misspellOne({
      find: /(?<=^ *|\$\(|if |! )([a-z]+_?[a-z]{3,})(?= ["\d$\w]|$|\))/gm,
      atLeast: 2,
      anywhere: true,
      except: new Set(COMMANDS.split('|').concat('done', 'else', 'then', 'esac')),
    }),
  ),
  mechanical('misspelt-variable', misspellOne({ find: /\$\{?#?([A-Za-z_]{4,})\b/g, atLeast: 2, anywhere: true })),
  mechanical('missing-dollar', replaceAnywhere(/\$(?=[a-z_]\w+)(?!\()/g, '')),
  mechanical(
    'wrong-case',
    replace(
      /(?<=^ *)(echo|printf|mkdir|local|return|sort|cat)(?= )/gm,
      ([word = '']) => word.charAt(0).toUpperCase() + word.slice(1),
    ),
    replaceAnywhere(/\$([A-Z]{3,})\b/g, ([, name = '']) => `$${name.toLowerCase()}`),
  ),
  mechanical('misspelt-option', replace(/^set -euo pipefail$/gm, 'set -euo pipefial')),
  mechanical('joined-command', replace(/(?<=^ *)(echo|mkdir|local|return|shift|printf) (?=["\w-])/gm, '$1')),
  unknowable('missing-argument', replaceAnywhere(/(?<=^ *[a-z_]+(?: \w+)?) "?\$?\w+"?$/gm, '')),
  unknowable('missing-directory', replace(/^ *mkdir -p .*\n/gm, '')),
  unknowable('lost-default', replaceAnywhere(/(\$\{[\w[\]$]+):-[^}]*(?=\})/g, '$1')),
  unknowable('lost-initial-value', replace(/^(?:\w+=(?:0|""|\(\)))\n/gm, '')),
]
