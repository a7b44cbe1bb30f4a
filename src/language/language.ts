import type { ProgramError } from '../contract/diagnosis.ts'

/** A language is one file: stages stay blind to languages and ask here. */
export interface Language {
  id: string
  /** Other names people write behind a fence or a flag; lowercase. */
  aliases: string[]
  /** File endings without the dot. */
  extensions: string[]
  /** Name of the program in the workspace. */
  fileName: string
  /** Makes what `command` runs. What it prints counts as stderr; when it fails, nothing is run. */
  compile?: { command: string[]; errorOf: ReadError }
  /** Arguments of the program follow it. */
  command: string[]
  /** For a language whose compiler wants names that stand in the code. */
  namesIn?(code: string): Pick<Language, 'fileName' | 'compile' | 'command'>
  env?: Record<string, string>
  /** A folder of ours whose files lie in `SUPPORT` when the program starts. */
  support?: URL
  /** Optional packages of npm, shown in the box as `PACKAGES`; `prepare` is run once on the host, with their directory. */
  packages?: { names: string[]; prepare?: URL }
  /** Memory the interpreter reserves at start without using it; granted on top of a program's limit. */
  reservedMb: number
  /** Program of the host that must exist; null when the engine brings it. */
  requires: string | null
  /** What to install when it is missing. */
  package: string
  /** Every host should have it; others are used where they are found. */
  isExpected: boolean
  /** How an interpreter is held at its start line until there is a program for it; absent where that cannot be done. */
  waiting?: { by: 'python' | 'bash' | 'file'; takesArguments: boolean; isEarly?: boolean }
  /** Which of several kinds of waiting boxes is best for this program, where there are several. */
  warm?(code: string): string
  /** Reads the interpreter's own words about a program that failed. */
  errorOf: ReadError
  /** Runs a program that failed once more, and says what its interpreter knew at the place where it failed. */
  probe?: Probe
}

export interface Probe {
  /** A program of ours in the same language, so that an interpreter that waits can run it. It runs the failed one. */
  program: URL
  /** Where the failed program lies for it. */
  fileName: string
  /** The same for an interpreter that lives on: code that runs the failed program among the variables that are there. */
  cell?(probe: string, failed: string): string
  /** Reads what the probe printed; undefined when the program did not fail this time, or not in a way that can be told. */
  read(printed: string): Facts | undefined
}

/** What an interpreter knows at the place where a program failed. All of it comes out of the box: it is a claim, not a truth. */
export interface Facts {
  /** Variables by name, as the language shows them, each cut short. */
  values: Record<string, string>
  /** Types of these variables. */
  types?: Record<string, string>
  /** Names that can be seen from there, those of the language among them. */
  names?: string[]
  /** What the object has whose attribute was not found. */
  members?: string[]
  /** Keys of the mapping in which one was not found. */
  keys?: string[]
  /** Modules that can be imported and are named like the wanted one, or hold the wanted name. */
  modules?: string[]
  /** Parameters of the function that was called wrongly. */
  parameters?: string[]
}

/** The exit code helps to tell an error that ended the program from one that was only printed. */
export type ReadError = (failure: {
  stderr: string
  code: string
  exitCode?: number | null
}) => ProgramError | undefined

/** Outside of the workspace, which belongs to the program. */
export const SUPPORT = '/tmp/anneal'
export const PACKAGES = '/opt/anneal/node_modules'

export type Program = Pick<Language, 'fileName' | 'compile' | 'command'>

/** How this very code is laid down and run. */
export function programOf(language: Language, code: string): Program {
  const { fileName, compile, command } = language
  return language.namesIn?.(code) ?? { fileName, command, ...(compile && { compile }) }
}

export function findLanguage(languages: readonly Language[], name: string): Language | undefined {
  const wanted = name.trim().toLowerCase()
  return languages.find((language) => language.id === wanted || language.aliases.includes(wanted))
}

export function languageOfFile(languages: readonly Language[], fileName: string): Language | undefined {
  const ending = /\.([^.]+)$/.exec(fileName)?.[1]?.toLowerCase()
  return ending === undefined ? undefined : languages.find((language) => language.extensions.includes(ending))
}
