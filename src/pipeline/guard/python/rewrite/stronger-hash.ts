import type { Spot } from '../../rule.ts'
import type { Call } from '../read/facts.ts'

/** Rewrites `hashlib.md5(password)` as `hashlib.sha256(password)`; stored hashes have to be made anew, as the title says. */
export function strongerHash(call: Call): Spot['fix'] {
  const property = call.node.children[0]?.children.find(({ type }) => type === 'PropertyName')
  if (!property || !/^hashlib\.(md5|sha1)$/.test(call.name) || call.isIndirect || call.callee.isHidden) return undefined
  const edits = [{ start: property.start, end: property.end, text: 'sha256' }]
  return { title: 'Use SHA-256 (hashes that are stored already have to be made anew)', edits }
}
