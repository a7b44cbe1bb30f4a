import { isLikelierWord } from '../likelier-word.ts'
import { likelyNames } from '../likely-names.ts'
import { offsetOf } from '../lines.ts'
import type { Proposal, Strategy } from '../strategy.ts'
import { KNOWN_COMMANDS, PROGRAMS, SAME_HERE } from './known-commands.ts'
import { namesInScript } from './names-in-script.ts'
import { type BashToken, readBash } from './read-bash.ts'

const NOT_FOUND = /(?:^|: )([^\s:]+): (?:command )?not found$/m

export const misspeltCommand: Strategy = {
  id: 'bash/misspelt-command',
  languages: ['bash'],
  title: 'Replaces a command that does not exist by the one that was meant: misspelt, or named so elsewhere',
  answers: ['CommandNotFound', 'ShellError'],
  prior: 0.9,
  propose({ code, diagnosis, facts }) {
    const wrong = NOT_FOUND.exec(diagnosis.message)?.[1]
    if (wrong === undefined) return []
    const { tokens } = readBash(code)
    const uses = tokens.filter(({ text, kind, isCommand }) => kind === 'word' && isCommand && text === wrong)
    if (uses.length === 0) return []
    const { functions } = namesInScript(tokens)
    const same = (SAME_HERE.get(wrong) ?? []).map((name, index) => ({ name, sureness: 0.9 - 0.2 * index }))
    const own = likelyNames(wrong, [...functions, ...(facts.names ?? [])]).map(({ name, sureness }) => ({
      name,
      sureness: Math.min(1, sureness + 0.1),
    }))
    const isPiped = uses.every((use) => tokens[tokens.indexOf(use) - 1]?.text === '|')
    const known = likelyNames(wrong, isPiped ? PROGRAMS : KNOWN_COMMANDS)
    return [...same, ...own, ...known, ...splitAt(wrong, functions)]
      .sort((one, other) => other.sureness - one.sureness)
      .slice(0, 5)
      .map(({ name, sureness }) => {
        const heads = functions.has(name) ? tokens.filter(({ text, kind }) => kind === 'word' && text === name) : []
        const isHeadWrong = heads.length === 1 && (uses.length > 1 || isLikelierWord(wrong, name))
        return isHeadWrong
          ? replaceUses({ uses: heads, name: wrong, sureness, wrong: name })
          : replaceUses({ uses, name, sureness, wrong })
      })
  },
}

/** `mkdir-p`, `echo"a"`: a space is missing behind the command. */
function splitAt(wrong: string, functions: Set<string>): { name: string; sureness: number }[] {
  const command = [...KNOWN_COMMANDS, ...functions]
    .filter((name) => name.length > 1 && wrong.startsWith(name))
    .sort((one, other) => other.length - one.length)[0]
  const rest = wrong.slice(command?.length ?? 0)
  if (command === undefined || rest.length < 2) return []
  const isOption = /^[-"'$./]/.test(rest)
  return [{ name: `${command} ${rest}`, sureness: isOption ? 0.95 : command === 'echo' ? 0.85 : 0.4 }]
}

function replaceUses(one: { uses: BashToken[]; name: string; sureness: number; wrong: string }): Proposal {
  const { uses, name, sureness, wrong } = one
  return {
    edits: uses.map(({ start, end }) => ({ start, end, text: name })),
    why: `replaced \`${wrong}\` by \`${name}\``,
    sureness,
  }
}

/** `$(name)` with a variable of the script as the command was meant as `${name}`. */
export const variableAsCommand: Strategy = {
  id: 'bash/variable-as-command',
  languages: ['bash'],
  title: 'Reads `$(name)` as the variable it is named after, where the script has one',
  answers: ['CommandNotFound'],
  prior: 0.9,
  propose({ code, diagnosis }) {
    const wrong = NOT_FOUND.exec(diagnosis.message)?.[1]
    if (wrong === undefined || !/^[A-Za-z_]\w*$/.test(wrong)) return []
    const { variables } = namesInScript(readBash(code).tokens)
    if (!variables.has(wrong)) return []
    const from = offsetOf(code, { line: diagnosis.line })
    const edits = [...code.matchAll(new RegExp(`\\$\\(\\s*${wrong}\\s*\\)`, 'g'))]
      .filter(({ index }) => index >= from || diagnosis.line === undefined)
      .map((match) => ({ start: match.index, end: match.index + match[0].length, text: `\${${wrong}}` }))
    return edits.length > 0
      ? [{ edits, why: `read the variable \`${wrong}\` instead of running it`, sureness: 0.9 }]
      : []
  },
}
