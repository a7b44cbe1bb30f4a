import { Argument, type Command } from 'commander'
import type { Bind } from '../declare.ts'
import { EXIT } from '../exit-code.ts'
import type { Call } from '../host.ts'
import { bashCompletion } from './completion-bash.ts'
import { fishCompletion } from './completion-fish.ts'
import { commandNodes } from './completion-tree.ts'
import { zshCompletion } from './completion-zsh.ts'

const SHELLS = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion }

export function addCompletion(program: Command, bind: Bind) {
  const command = program
    .command('completion')
    .summary('print a completion script for your shell')
    .description('Print a completion script for your shell.')
    .addArgument(new Argument('<SHELL>', 'the shell').choices(Object.keys(SHELLS)))
    .addHelpText('after', NOTES)
  bind(command, async ({ host, args: [shell] }: Call<object>) => {
    const write = SHELLS[shell as keyof typeof SHELLS]
    await host.stdout.write(write(commandNodes(program)))
    return EXIT.ok
  })
}

const NOTES = `
To use it:
  bash  source <(anneal completion bash)         in ~/.bashrc
  zsh   source <(anneal completion zsh)          in ~/.zshrc, after compinit
  fish  anneal completion fish | source          in ~/.config/fish/config.fish`
