const TOPS =
  'bin|boot|dev|etc|lib|lib32|lib64|opt|proc|root|run|sbin|srv|sys|usr|var|home|mnt|media|Users|System|Library'
const TOP = new RegExp(`^/(?:${TOPS})(?:/[*.]{1,2})?$`)
const CRITICAL_PARTS = /^\/(?:etc|boot|bin|sbin|lib|lib32|lib64|root|sys|proc|System)(?:\/|$)/
const OTHER_PARTS = /^\/(?:usr|var|opt|srv|home|mnt|media|run|Users|Library)(?:\/|$)/
const TEMPORARY =
  /^\/(?:tmp|var\/tmp|dev\/shm|var\/cache|run\/user|var\/lib\/apt\/lists|usr\/share\/(?:doc|man|locale)|usr\/src|usr\/local|opt)\//

/** How important a place in the file system is. */
export type PathKind = 'root' | 'home' | 'system' | 'part-of-system' | 'device' | 'temporary' | 'other'

export function pathKind(text: string): PathKind {
  const path = plainPath(text)
  if (/^\/(?:[*.]{1,3}|\{\})?$/.test(path)) return 'root'
  if (
    /^~[\w-]*(?:\/(?:[*.]{1,3}|\{\}))?$/.test(path) ||
    /^\/(?:home|root|Users)(?:\/\*|\/[\w-]+)?(?:\/\*)?$/.test(path)
  ) {
    return 'home'
  }
  if (isDisk(path)) return 'device'
  if (TOP.test(path)) return 'system'
  if (TEMPORARY.test(path)) return 'temporary'
  if (CRITICAL_PARTS.test(path)) return 'system'
  return OTHER_PARTS.test(path) ? 'part-of-system' : 'other'
}

/** Whether the path is a device that holds data. */
export const isDisk = (text: string): boolean =>
  /^\/dev\/(?:[shvx]v?d[a-z?*[]|nvme\d|mmcblk\d|disk|mapper\/|md\d|dm-\d|loop\d|r?disk\d|\$\{|s[dr]\*|\*)/.test(
    plainPath(text),
  )

/** The path without doubled slashes, `.` and `..`, and a slash at the end. */
export function plainPath(text: string): string {
  const isAbsolute = text.startsWith('/')
  if (!isAbsolute) return text.length > 1 ? text.replace(/\/+$/, '') : text
  const kept: string[] = []
  for (const part of text.split('/')) {
    if (part === '..') kept.pop()
    else if (part !== '' && part !== '.') kept.push(part)
  }
  return `/${kept.join('/')}`
}
