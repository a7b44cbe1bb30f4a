/** FNV-1a of a text or a part of it, by code units, as a signed number. */
export function fnvHash(text: string, start = 0, end = text.length): number {
  let hash = 0x811c9dc5
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash
}
