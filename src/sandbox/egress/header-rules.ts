import { validateHeaderName, validateHeaderValue } from 'node:http'
import { EngineError } from '../../contract/errors.ts'
import type { NetworkPolicy } from '../network.ts'
import { namesFor } from './allow-list.ts'
import { readAuthority } from './authority.ts'
import { unfilled } from './failure.ts'

/** Headers that are set on requests to some hosts. */
export interface HeaderRules {
  isFor(host: string): boolean
  /** The headers to set on a request to the host. Rejects when a value stands for something missing. */
  of(host: string): Promise<[name: string, value: string][]>
}

/** Headers that say how a request is carried: only the proxy may set them. */
const CARRYING = ['connection', 'content-length', 'host', 'keep-alive', 'te', 'trailer', 'transfer-encoding', 'upgrade']

/** Reads the rules, or throws INVALID_REQUEST that names the faulty entry. */
export function parseHeaderRules({
  headers = {},
  fillHeader,
}: Pick<NetworkPolicy, 'headers' | 'fillHeader'>): HeaderRules {
  const rules = new Map<string, [string, string][]>()
  const problems: string[] = []
  for (const [pattern, wanted] of Object.entries(headers)) {
    const host = patternOf(pattern)
    if (host === undefined) problems.push(`network.rules: ${JSON.stringify(pattern.slice(0, 300))} is not a host name`)
    else rules.set(host, Object.entries(wanted))
    for (const [name, value] of Object.entries(wanted)) {
      if (!isHeader(name, value)) problems.push(`network.rules: ${JSON.stringify(name.slice(0, 100))} cannot be set`)
    }
  }
  if (problems.length > 0) throw new EngineError('INVALID_REQUEST', { problems })
  // The most specific name counts.
  const ruleFor = (host: string) => namesFor(host).flatMap((name) => (rules.has(name) ? [rules.get(name)] : []))[0]
  return {
    isFor: (host) => ruleFor(host) !== undefined,
    async of(host) {
      const filled = async ([name, value]: [string, string]): Promise<[string, string]> => {
        const text = fillHeader ? await fillHeader(value).catch(() => undefined) : value
        if (text === undefined || !isHeader(name, text)) throw unfilled({ host })
        return [name, text]
      }
      return Promise.all((ruleFor(host) ?? []).map(filled))
    },
  }
}

function patternOf(text: string): string | undefined {
  if (text === '*') return text
  const below = text.startsWith('*.') ? '*.' : ''
  const authority = readAuthority(text.slice(below.length))
  return authority && `${below}${authority.host}`
}

/** Replaces headers of the same names, in any letter case. */
export function withHeaders(headers: string[], wanted: [name: string, value: string][]): string[] {
  const names = new Set(wanted.map(([name]) => name.toLowerCase()))
  const kept = headers.filter((_, index) => !names.has((headers[index - (index % 2)] ?? '').toLowerCase()))
  return [...kept, ...wanted.flat()]
}

function isHeader(name: string, value: string): boolean {
  const lower = name.toLowerCase()
  if (CARRYING.includes(lower) || lower.startsWith('proxy-')) return false
  try {
    validateHeaderName(name)
    validateHeaderValue(name, value)
    return true
  } catch {
    return false
  }
}
