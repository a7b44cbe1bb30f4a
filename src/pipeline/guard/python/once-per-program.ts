import type { PythonProgram } from './program.ts'

/** A query about the whole program, answered once: rules that ask it at each call stay linear. */
export function oncePerProgram<T>(answer: (program: PythonProgram) => T): (program: PythonProgram) => T {
  const answers = new WeakMap<PythonProgram, { value: T }>()
  return (program) => {
    const known = answers.get(program) ?? { value: answer(program) }
    answers.set(program, known)
    return known.value
  }
}
