import type { Program, RunRequest } from '../contract/run.ts'

/** The programs that a request names itself, with all that is theirs; none for an answer: its programs have to be found. */
export function programsOf(request: RunRequest): Program[] {
  const { code, programs = [], language, fileName, input, files } = request
  if (code !== undefined) return [{ code, language, fileName, input, files }]
  return programs.map((program) => ({
    ...program,
    input: program.input ?? input,
    files: { ...files, ...program.files },
  }))
}
