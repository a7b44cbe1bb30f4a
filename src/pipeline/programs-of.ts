import type { Program, RunRequest } from '../contract/run.ts'

/** The programs that a request names itself, with their files and input; none for an answer, in which programs must be found first. */
export function programsOf(request: RunRequest): Program[] {
  const { code, programs = [], language, fileName, input, files } = request
  if (code !== undefined) return [{ code, language, fileName, input, files }]
  return programs.map((program) => ({
    ...program,
    input: program.input ?? input,
    files: { ...files, ...program.files },
  }))
}
