import type { Program, RunRequest } from '../contract/run.ts'

/** The programs that a request names itself, with all that is theirs; none for an answer: its programs have to be found. */
export function programsOf(request: RunRequest): Program[] {
  const { code, programs = [], input, files, language, fileName } = request
  if (code !== undefined) return [{ code, ...given({ language, fileName, input, files }) }]
  return programs.map((program) => ({
    ...program,
    ...given({ input: program.input ?? input, files: files && { ...files, ...program.files } }),
  }))
}

/** Without the fields that are undefined. */
function given<T extends object>(fields: T): { [Name in keyof T]?: Exclude<T[Name], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never
}
