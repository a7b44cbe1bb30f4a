import { EngineError } from '../../contract/errors.ts'
import type { Limits } from '../../contract/limits.ts'
import type { RunRequest } from '../../contract/run.ts'
import { type Language, programOf } from '../../language/language.ts'

export interface WorkspacePlan {
  code: string
  language: Language
  limits: Pick<Limits, 'diskMb' | 'memoryMb'>
  request: Pick<RunRequest, 'files'>
}

const MEGABYTE = 1_048_576
/** The workspace lies in memory, where every file takes whole pages. */
const PAGE = 4096

/** The files a program starts with, itself included; throws when they conflict or do not fit. */
export function workspaceOf({ code, language, limits, request }: WorkspacePlan): Map<string, Buffer> {
  const files = new Map<string, Buffer>()
  const { fileName } = programOf(language, code)
  for (const [path, content] of Object.entries(request.files ?? {})) {
    if (path === fileName || path.startsWith(`${fileName}/`)) {
      throw badFiles(`${path} uses the name of the program itself; choose another`)
    }
    files.set(path, typeof content === 'string' ? Buffer.from(content) : Buffer.from(content.base64, 'base64'))
  }
  files.set(fileName, Buffer.from(code))
  const bytes = [...files.values()].reduce((sum, file) => sum + Math.ceil(file.length / PAGE) * PAGE, 0)
  if (bytes > limits.diskMb * MEGABYTE) {
    throw badFiles(
      `program and files take ${bytes} bytes, the workspace holds ${limits.diskMb} MB; raise limits.diskMb`,
    )
  }
  // The files lie in the sandbox's memory: a sandbox that cannot hold them would end before the program begins.
  if (bytes > limits.memoryMb * MEGABYTE) {
    throw badFiles(`program and files take ${bytes} bytes of ${limits.memoryMb} MB memory; raise limits.memoryMb`)
  }
  return files
}

const badFiles = (problem: string) => new EngineError('INVALID_REQUEST', { problems: [`body.files: ${problem}`] })
