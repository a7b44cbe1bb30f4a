import type { Argument, Command, Option } from 'commander'

/** Ids of all languages: written down, since loading the languages takes long. */
export const LANGUAGES = [
  'python',
  'javascript',
  'typescript',
  'bash',
  'sql',
  'postgres',
  'duckdb',
  'ruby',
  'perl',
  'lua',
  'php',
  'r',
  'go',
  'c',
  'cpp',
  'java',
  'rust',
] as const

/** One command as completion scripts see it. */
export interface CommandNode {
  /** The words that lead to it: "" for the program itself, "runs list" for a command below another. */
  path: string
  commands: { name: string; help: string }[]
  options: { flags: string[]; takesValue: boolean; takesFile: boolean; choices: string[]; help: string }[]
  /** Whether the words after the option are file names, or one of these. */
  takesFile: boolean
  choices: string[]
}

/** Reads the command tree, so that completion never lags behind it. */
export function commandNodes(program: Command, path = ''): CommandNode[] {
  const helper = program.createHelp()
  const commands = helper.visibleCommands(program)
  const own: CommandNode = {
    path,
    commands: commands.map((command) => ({ name: command.name(), help: helper.subcommandDescription(command) })),
    options: helper.visibleOptions(program).map(optionNode),
    takesFile: program.registeredArguments.some(isFile),
    choices: program.registeredArguments.flatMap((argument) => argument.argChoices ?? []),
  }
  return [own, ...program.commands.flatMap((command) => commandNodes(command, `${path} ${command.name()}`.trim()))]
}

function optionNode(option: Option): CommandNode['options'][number] {
  return {
    flags: [option.short, option.long].filter((flag) => flag !== undefined),
    takesValue: option.required,
    takesFile: /<(file|path)/.test(option.flags),
    choices: option.argChoices ?? (option.long === '--language' ? [...LANGUAGES] : []),
    help: option.description,
  }
}

const isFile = (argument: Argument) => argument.name() === 'FILE'
