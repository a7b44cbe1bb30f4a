import type { KernelEnd } from './kernel.ts'

/** In words: what ended an interpreter. */
export function describeEnd({ exitCode, signal, lastWords }: KernelEnd): string {
  const how = signal === null ? `it exited with ${exitCode}` : `it was ended by ${signal}`
  const lastLine = lastWords.split('\n').at(-1)
  return lastLine ? `${how}: ${lastLine}` : how
}
