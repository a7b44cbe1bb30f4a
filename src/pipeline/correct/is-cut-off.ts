/**
 * Whether a program ended in the middle of a text whose call was open too: all that the change does is to close them at the end, and nobody
 * knows how the text went on.
 */
export function isCutOff(before: string, after: string): boolean {
  const [old, now] = [before.trimEnd(), after.trimEnd()]
  return now.startsWith(old) && /^["'`]\s*[)\]}]/.test(now.slice(old.length))
}
