import type { CommandNode } from './completion-tree.ts'

export function fishCompletion(nodes: CommandNode[]): string {
  const lines = nodes.flatMap((node) => {
    const here = `__anneal_at ${quote(node.path)}`
    const add = (rest: string) => `complete -c anneal -n ${quote(here)} ${rest}`
    return [
      ...node.commands.map(({ name, help }) => add(`-a ${name} -d ${quote(help)}`)),
      ...node.choices.map((choice) => add(`-a ${choice}`)),
      ...(node.takesFile ? [add('-F')] : []),
      ...node.options.map((option) => add(optionText(option))),
    ]
  })
  return `# fish completion for anneal; made by "anneal completion fish"
function __anneal_at
    set -l paths ${nodes
      .filter(({ path }) => path !== '')
      .map(({ path }) => quote(path))
      .join(' ')}
    set -l path
    for word in (commandline -opc)[2..-1]
        set -l longer (string trim -- "$path $word")
        if contains -- $longer $paths
            set path $longer
        end
    end
    test "$path" = "$argv[1]"
end
complete -c anneal -f
${lines.join('\n')}
`
}

function optionText({ flags, takesValue, takesFile, choices, help }: CommandNode['options'][number]): string {
  const names = flags.map((flag) => (flag.startsWith('--') ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`))
  const value = takesValue
    ? [takesFile ? '-r -F' : '-x', ...(choices.length > 0 ? [`-a ${quote(choices.join(' '))}`] : [])]
    : []
  return [...names, ...value, `-d ${quote(help)}`].join(' ')
}

const quote = (text: string) => `'${text.replace(/[\\']/g, '\\$&')}'`
