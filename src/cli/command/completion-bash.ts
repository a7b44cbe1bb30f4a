import type { CommandNode } from './completion-tree.ts'

/** Names of commands and options are plain words, so they stand in the script as they are. */
export function bashCompletion(nodes: CommandNode[]): string {
  return `# bash completion for anneal; made by "anneal completion bash"
_anneal() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" path="" word
  COMPREPLY=()
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "\${path:+$path }$word" in
${pathCases(nodes)}
    esac
  done
  case "$path,$previous" in
${valueCases(nodes)}
  esac
  case "$path" in
${nodes.map(wordCase).join('\n')}
  esac
}
complete -F _anneal anneal
`
}

function pathCases(nodes: CommandNode[]): string {
  const paths = nodes.filter(({ path }) => path !== '').map(({ path }) => `"${path}"`)
  return `      ${paths.join('|')}) path="\${path:+$path }$word" ;;`
}

/** The values that may follow an option. */
function valueCases(nodes: CommandNode[]): string {
  const cases = nodes.flatMap(({ path, options }) =>
    options
      .filter(({ takesValue }) => takesValue)
      .map(({ flags, takesFile, choices }) => {
        const words = takesFile ? '$(compgen -f -- "$current")' : `$(compgen -W "${choices.join(' ')}" -- "$current")`
        return `    ${flags.map((flag) => `"${path},${flag}"`).join('|')}) COMPREPLY=(${words}); return ;;`
      }),
  )
  return cases.join('\n')
}

function wordCase({ path, commands, options, choices, takesFile }: CommandNode): string {
  const words = [...commands.map(({ name }) => name), ...choices].join(' ')
  const flags = options.flatMap((option) => option.flags).join(' ')
  const files = takesFile ? ' $(compgen -f -- "$current")' : ''
  return `    "${path}")
      if [[ $current == -* ]]; then COMPREPLY=($(compgen -W "${flags}" -- "$current"))
      else COMPREPLY=($(compgen -W "${words}" -- "$current")${files}); fi ;;`
}
