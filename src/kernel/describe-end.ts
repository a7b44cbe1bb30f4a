import type { KernelEnd } from './kernel.ts'

/** The end of an interpreter, in words. */
export function describeEnd({ exitCode, signal, lastWords }: KernelEnd): string {
  const how = signal === null ? `it exited with ${exitCode}` : `it was ended by ${signal}`
  const lastLine = lastWords.split('\n').at(-1)
  return lastLine ? `${how}: ${lastLine}` : how
}
