import type { CommandNode } from './completion-tree.ts'

export function zshCompletion(nodes: CommandNode[]): string {
  const paths = nodes.filter(({ path }) => path !== '').map(({ path }) => quote(path))
  return `#compdef anneal
# zsh completion for anneal; made by "anneal completion zsh"
_anneal() {
  local -a paths=(${paths.join(' ')}) words_here
  local place="" word longer
  for word in \${words[2,CURRENT-1]}; do
    longer="\${place:+$place }$word"
    (( \${paths[(Ie)$longer]} )) && place="$longer"
  done
  case "$place,\${words[CURRENT-1]}" in
${valueCases(nodes)}
  esac
  case "$place" in
${nodes.map(wordCase).join('\n')}
  esac
}
compdef _anneal anneal
`
}

function valueCases(nodes: CommandNode[]): string {
  const cases = nodes.flatMap(({ path, options }) =>
    options
      .filter(({ takesValue }) => takesValue)
      .map(({ flags, takesFile, choices, help }) => {
        const offer = takesFile
          ? '_files'
          : choices.length > 0
            ? `compadd -- ${choices.join(' ')}`
            : `_message ${quote(help)}`
        return `    ${flags.map((flag) => quote(`${path},${flag}`)).join('|')}) ${offer}; return ;;`
      }),
  )
  return cases.join('\n')
}

function wordCase({ path, commands, options, choices, takesFile }: CommandNode): string {
  const flags = options.flatMap((option) => option.flags.map((flag) => described(flag, option.help)))
  const words = [...commands.map(({ name, help }) => described(name, help)), ...choices.map(quote)]
  const offers = [
    ...(words.length > 0 ? [`words_here=(${words.join(' ')}); _describe command words_here`] : []),
    ...(takesFile ? ['_files'] : []),
  ]
  return `    ${quote(path)})
      if [[ $PREFIX == -* ]]; then words_here=(${flags.join(' ')}); _describe -o option words_here
      else ${offers.join('; ') || ':'}; fi ;;`
}

/** zsh separates a word from its help at the first unescaped colon. */
const described = (word: string, help: string) => quote(`${word.replaceAll(':', '\\:')}:${help}`)
const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`
