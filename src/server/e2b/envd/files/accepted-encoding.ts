import { PlainError } from '../plain-error.ts'

/**
 * The encoding of a sent file. Compressing costs more than it saves on a short way, so it is done only for callers who
 * accept nothing else: most clients list `gzip` among others by default. Throws 406.
 */
export function acceptedEncoding(header: string | undefined): 'identity' | 'gzip' {
  const weights = weightsIn(header ?? '')
  const others = weights.get('*')
  const identity = weights.get('identity') ?? (others === 0 ? 0 : 1)
  const gzip = weights.get('gzip') ?? others ?? 0
  const names = [...weights.keys()].filter((name) => name !== 'identity' && name !== '*')
  const isAsked = names.length === 1 && names[0] === 'gzip' && gzip > 0 && gzip >= (weights.get('identity') ?? 0)
  if (isAsked || (identity === 0 && gzip > 0)) return 'gzip'
  if (identity > 0) return 'identity'
  throw new PlainError(406, 'no acceptable encoding found, supported: [identity, gzip]')
}

function weightsIn(header: string): Map<string, number> {
  const weights = new Map<string, number>()
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim())
    const told = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
    const weight = told === undefined ? 1 : Number(told)
    if (name !== '') weights.set(name, weight >= 0 && weight <= 1 ? weight : 0)
  }
  return weights
}
