/** Checks a path as text, once, before anything is written: no part may climb, be empty or hide a control character. */
export function staysInside(path: string): boolean {
  if (/[\u0000-\u001f\u007f]/.test(path) || !path.isWellFormed()) return false
  const bytes = (part: string) => new TextEncoder().encode(part).length
  return path.split('/').every((part) => part !== '' && part !== '.' && part !== '..' && bytes(part) <= 255)
}
