import { given } from './condition.ts'
import { oncePerProgram } from './once-per-program.ts'
import type { PythonProgram } from './program.ts'
import { HOLE, hasOrigin, origin } from './read/make-value.ts'
import type { Value } from './read/value.ts'

const SENT = origin.request | origin.network
const MOST_FILES = 200

/** Paths of the files into which the program writes data from others. */
export const foreignFiles = oncePerProgram((program): ReadonlySet<string> => {
  const paths = [...writtenPaths(program), ...savedPaths(program), ...fetchedPaths(program)]
  const texts = paths.slice(0, MOST_FILES).map((path) => path?.text ?? '')
  return new Set(texts.filter((text) => text !== '' && text !== HOLE))
})

export const isForeignFile = (path: Value | undefined, program: PythonProgram): boolean =>
  path?.text !== undefined && foreignFiles(program).has(path.text)

const writtenPaths = (program: PythonProgram) =>
  ['.write', '.write_text', '.write_bytes']
    .flatMap((name) => program.callsOf(name))
    .filter((call) => hasOrigin(given(call, 0), SENT))
    .map(({ receiver }) => receiver?.opened?.path ?? receiver)

/** Uploads have a method to save themselves. */
const savedPaths = (program: PythonProgram) =>
  program
    .callsOf('.save')
    .filter(({ receiver }) => hasOrigin(receiver, SENT))
    .map((call) => given(call, 0, 'dst'))

const fetchedPaths = (program: PythonProgram) =>
  ['urllib.request.urlretrieve', 'wget.download']
    .flatMap((name) => program.callsOf(name))
    .map((call) => given(call, 1, 'filename', 'out'))
