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
  /** Builds the file that `command` runs. Compiler output counts as stderr; when compiling fails, nothing is run. */
  compile?: { command: string[]; errorOf: ReadError }
  /** The program's arguments are appended. */
  command: string[]
  /** For a language such as Java, in which names in the code determine the file names. */
  namesIn?(code: string): Pick<Language, 'fileName' | 'compile' | 'command'>
  env?: Record<string, string>
  /** One of our folders; its files lie in `SUPPORT` when the program starts. */
  support?: URL
  /** Optional npm packages, shown in the sandbox as `PACKAGES`; `prepare` runs once on the host, with their directory. */
  packages?: { names: string[]; prepare?: URL }
  /** Memory the interpreter reserves at start without using it; added to the program's limit. */
  reservedMb: number
  /** Program that the host must have; null when the engine brings it. */
  requires: string | null
  /** System package that provides `requires`. */
  package: string
  /** Every host should have an expected language; other languages are used where the host has them. */
  isExpected: boolean
  /** Whether the interpreter of the language stops reading a program at a NUL byte. */
  refusesNul?: boolean
  /** Keeps an interpreter waiting at its start until there is a program for it; absent when that is impossible. */
  waiting?: { by: 'python' | 'bash' | 'file'; takesArguments: boolean; isEarly?: boolean }
  /** Names the kind of pooled sandbox that suits this program best, for languages with several kinds. */
  warm?(code: string): string
  /** Runs a program so that values and pictures it shows can be read afterwards, where the program may show any. */
  showing?: { command: string[]; isNeeded(code: string): boolean }
  /** Reads the interpreter's error message about a program that failed. */
  errorOf: ReadError
  /** Whether it goes on after a line that failed: its end says nothing about that line, so `errorOf` is asked for every end. */
  goesOn?: true
  /** Runs a failed program once more, and reports the interpreter's state at the place of the failure. */
  probe?: Probe
  /** An error of its live interpreter, in the words of a program of its own, where the two differ. */
  inWords?(error: { name: string; value: string; line?: number | undefined; column?: number | undefined }): string
  /** A cell that prints names which a live interpreter knows beside its variables, one on each line. */
  listing?: string
  /** A cell that prints the paths of files in its directory, one on each line. */
  files?: string
  /** The tables that it reads files of the workspace as. */
  tablesIn?(files: ReadonlyMap<string, Uint8Array>): Promise<KnownTable[]>
}

export interface Probe {
  /** Our program in the same language, so that a waiting interpreter can run it; it runs the failed program. */
  program: URL
  /** File name under which the probe finds the failed program. */
  fileName: string
  /** The probe for a live interpreter: code that runs the failed program among the existing variables. */
  cell?(probe: string, failed: string): string
  /** Reads the probe's output; undefined when the program did not fail this time, or failed in a way the probe cannot describe. */
  read(printed: string): Facts | undefined
}

export interface KnownTable {
  name: string
  columns: string[]
}

/** The interpreter's state at the place where a program failed. It comes out of the sandbox: a claim, not a truth. */
export interface Facts {
  /** Variables by name, as the language shows them, each cut short. */
  values: Record<string, string>
  /** Types of these variables. */
  types?: Record<string, string>
  /** Names visible from there, including those of the language. */
  names?: string[]
  /** Members of the object on which an attribute was not found. */
  members?: string[]
  /** Keys of the mapping on which a key was not found. */
  keys?: string[]
  /** Importable modules with a name like the wanted one, or that hold the wanted name. */
  modules?: string[]
  /** Files of the workspace, where one was not found. */
  files?: string[]
  /** Parameters of the function that was called wrongly. */
  parameters?: string[]
  /** Tables that the program did not make: those of a session, and files that are read as tables. */
  tables?: KnownTable[]
}

/** The exit code helps to tell an error that ended the program from one that was only printed. */
export type ReadError = (failure: {
  stderr: string
  code: string
  exitCode?: number | null
}) => ProgramError | undefined

/** Lies outside of the workspace, which belongs to the program. */
export const SUPPORT = '/tmp/anneal'
export const PACKAGES = '/opt/anneal/node_modules'

export type Program = Pick<Language, 'fileName' | 'compile' | 'command'>

/** Files and commands for running this very code. */
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
