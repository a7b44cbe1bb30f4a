import type { ProgramError } from '../contract/run.ts'

/** A language is one file: stages stay blind to languages and ask here. */
export interface Language {
  id: string
  /** Other names people write behind a fence or a flag; lowercase. */
  aliases: string[]
  /** File endings without the dot. */
  extensions: string[]
  /** Name of the program in the workspace. */
  fileName: string
  command: string[]
  /** Memory the interpreter reserves at start without using it; granted on top of a program's limit. */
  reservedMb: number
  /** Program of the host that must exist; null when the engine brings it. */
  requires: string | null
  /** What to install when it is missing. */
  package: string
  /** How an interpreter is held at its start line until there is a program for it; absent where that cannot be done. */
  waiting?: { by: 'python' | 'bash' | 'file'; takesArguments: boolean }
  /** Which of the boxes that are kept waiting is best for this program. */
  warm(code: string): string
  /** Reads the interpreter's own words about a program that failed. */
  errorOf(failure: { stderr: string; code: string }): ProgramError | undefined
}

export function findLanguage(languages: readonly Language[], name: string): Language | undefined {
  const wanted = name.trim().toLowerCase()
  return languages.find((language) => language.id === wanted || language.aliases.includes(wanted))
}

export function languageOfFile(languages: readonly Language[], fileName: string): Language | undefined {
  const ending = /\.([^.]+)$/.exec(fileName)?.[1]?.toLowerCase()
  return ending === undefined ? undefined : languages.find((language) => language.extensions.includes(ending))
}
