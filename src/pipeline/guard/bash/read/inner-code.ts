import type { Invocation, Value } from './bash-program.ts'
import { ELEVATORS, SHELLS } from './wrapper.ts'

/** Shell programs in the words or the input of a command. */
export function innerCode(invocation: Invocation): Value[] {
  const { name, args, input } = invocation
  if (name === undefined || invocation.isOwn) return []
  if (SHELLS.has(name)) return shellCode(args, input)
  if (name === 'eval' || name === 'watch') return joined(args.filter(({ text }) => text !== '--'))
  if (name === 'trap') return args.slice(0, 1).filter(({ text }) => text !== '-' && text !== '--')
  if (name === 'alias') return []
  if (name === 'ssh') return joined(remoteWords(args))
  if (name === 'at' || name === 'batch') return input ? [input] : []
  if (name === 'mapfile' || name === 'readarray' || name === 'compgen' || name === 'complete') {
    return afterOption(args, /^-C$/)
  }
  if (name === 'env') return afterOption(args, /^(?:-S|--split-string)$/)
  if (ELEVATORS.has(name) || name === 'script' || name === 'flock') return afterOption(args, /^(?:-\w*c|--command)$/)
  return codeOfShellWithin(args)
}

function shellCode(args: Value[], input: Value | undefined): Value[] {
  const code = afterOption(args, /^-[a-zA-Z]*c$/)
  if (code.length > 0) return code
  const readsInput = args.every(({ text }) => text.startsWith('-') || text.startsWith('+'))
  return readsInput && input ? [input] : []
}

function afterOption(args: Value[], option: RegExp): Value[] {
  const at = args.findIndex(({ text }) => option.test(text))
  if (at < 0) return []
  return args
    .slice(at + 1)
    .filter(({ text }) => !text.startsWith('-'))
    .slice(0, 1)
}

/** `docker exec box sh -c '…'`: a shell among the words of another program. */
function codeOfShellWithin(args: Value[]): Value[] {
  const at = args.findIndex(({ text }, place) => {
    const name = text.slice(text.lastIndexOf('/') + 1)
    return SHELLS.has(name) && /^-[a-zA-Z]*c$/.test(args[place + 1]?.text ?? '')
  })
  return at < 0 ? [] : args.slice(at + 2, at + 3)
}

const SSH_VALUED = /^-[BbcDEeFIiJLlmOopQRSWw]$/

function remoteWords(args: Value[]): Value[] {
  let at = 0
  while (args[at]?.text.startsWith('-')) at += SSH_VALUED.test(args[at]?.text ?? '') ? 2 : 1
  return args.slice(at + 1)
}

function joined(words: Value[]): Value[] {
  const [first] = words
  const last = words.at(-1)
  if (!first || !last) return []
  if (words.length === 1) return [first]
  return [
    {
      start: first.start,
      end: Math.max(first.end, last.end),
      text: words.map(({ text }) => text).join(' '),
      unknowns: words.flatMap(({ unknowns }) => unknowns),
      isPlain: false,
      isExpanded: words.some(({ isExpanded }) => isExpanded),
    },
  ]
}
