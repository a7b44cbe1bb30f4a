import { plainName } from '../../../contract/near-names.ts'
import { likelyNames } from '../likely-names.ts'
import type { Proposal, Strategy } from '../strategy.ts'
import { namesInScript } from './names-in-script.ts'
import { readBash } from './read-bash.ts'

const ENVIRONMENT = [
  'HOME',
  'PATH',
  'PWD',
  'USER',
  'RANDOM',
  'SECONDS',
  'LINENO',
  'BASH_REMATCH',
  'BASH_SOURCE',
  'FUNCNAME',
  'OPTARG',
  'OPTIND',
  'REPLY',
  'IFS',
]

export const misspeltVariable: Strategy = {
  id: 'bash/misspelt-variable',
  languages: ['bash'],
  title: 'Replaces a variable that was never set by the one of the script that is named almost so',
  answers: ['UnboundVariable', 'ShellError'],
  prior: 0.9,
  propose({ code, diagnosis, facts }) {
    const wrong =
      /(?:^|: )([A-Za-z_]\w*)(?:\[[^\]]*\])?: (?:unbound variable|parameter null or not set|parameter not set)/.exec(
        diagnosis.message,
      )?.[1]
    const { variables } = namesInScript(readBash(code).tokens)
    if (wrong === undefined) return diagnosis.type === 'ShellError' ? respelt(code, variables) : []
    if (variables.has(wrong)) return mendIndex(code, wrong, variables)
    const uses = [...code.matchAll(new RegExp(`(?<![\\w$])(?:\\$\\{[#!]?|\\$)${wrong}(?!\\w)`, 'g'))]
    const bare = uses.length > 0 ? uses : [...code.matchAll(new RegExp(`(?<![\\w$-])${wrong}(?!\\w|=)`, 'g'))]
    const found = likelyNames(wrong, [...variables, ...(facts.names ?? []), ...ENVIRONMENT])
    return found
      .map(
        ({ name, sureness }): Proposal => ({
          edits: bare.map((match) => {
            const end = match.index + match[0].length
            return { start: end - wrong.length, end, text: name }
          }),
          why: `replaced the variable \`${wrong}\`, which is never set, by \`${name}\``,
          sureness,
        }),
      )
      .filter(({ edits }) => edits.length > 0)
  },
}

/** `$input` where only `INPUT` is set: no message names a variable that is empty, but the shell complains about what comes of it. */
function respelt(code: string, variables: Set<string>): Proposal[] {
  return [...code.matchAll(/\$\{?([A-Za-z_]\w*)/g)].flatMap((match): Proposal[] => {
    const [all, used = ''] = match
    if (variables.has(used) || ENVIRONMENT.includes(used)) return []
    const meant = [...variables].filter((name) => plainName(name) === plainName(used))
    if (meant.length !== 1) return []
    const end = match.index + all.length
    const why = `replaced the variable \`${used}\`, which is never set, by \`${meant[0]}\``
    return [{ edits: [{ start: end - used.length, end, text: meant[0] ?? used }], why, sureness: 0.9 }]
  })
}

/** `${counts[name]}`: the array exists, and its index is a variable without `$`. */
function mendIndex(code: string, array: string, variables: Set<string>): Proposal[] {
  const edits = [...code.matchAll(new RegExp(`\\$\\{${array}\\[(?=([A-Za-z_]\\w*)\\])`, 'g'))].flatMap((match) => {
    const at = match.index + match[0].length
    return variables.has(match[1] ?? '') ? [{ start: at, end: at, text: '$' }] : []
  })
  return edits.length > 0 ? [{ edits, why: 'put `$` before the variable that is the index', sureness: 0.9 }] : []
}
