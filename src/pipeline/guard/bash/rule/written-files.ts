import type { Invocation, Value } from '../read/bash-program.ts'
import { hasOption, operandsOf, valuesOf } from './options.ts'

/** The files that a command writes, with their content if it stands in the program. */
export function writtenFiles(invocation: Invocation): { path: Value; content: Value | undefined }[] {
  const redirected = invocation.redirects
    .filter(({ operator }) => operator.includes('>') && operator !== '>&')
    .map(({ target, content }) => ({ path: target, content }))
  return [...redirected, ...byName(invocation).map((path) => ({ path, content: invocation.input }))]
}

function byName(invocation: Invocation): Value[] {
  const operands = operandsOf(invocation)
  switch (invocation.name) {
    case 'tee':
    case 'truncate':
    case 'sponge':
      return operands
    case 'cp':
    case 'mv':
    case 'install':
    case 'ln':
      return [...operands.slice(1).slice(-1), ...valuesOf(invocation, '-t', '--target-directory')]
    case 'sed':
    case 'perl':
      return hasOption(invocation, '-i', '--in-place') ? operands.slice(1) : []
    case 'dd':
      return invocation.args
        .filter(({ text }) => text.startsWith('of='))
        .map((value) => ({ ...value, text: value.text.slice('of='.length) }))
    case 'curl':
    case 'wget':
      return valuesOf(invocation, '-o', '--output', '-O', '--output-document')
    default:
      return []
  }
}
