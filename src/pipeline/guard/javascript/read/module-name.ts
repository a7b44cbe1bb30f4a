/** Packages that offer what a module of Node offers, under the same names. */
const SAME: Record<string, string> = {
  'fs-extra': 'fs',
  'graceful-fs': 'fs',
  'fs/promises': 'fs',
  'dns/promises': 'dns',
  'stream/promises': 'stream',
  'timers/promises': 'timers',
  'cross-spawn': 'child_process.spawn',
  'child-process-promise': 'child_process',
  'mz/child_process': 'child_process',
  'mz/fs': 'fs',
  underscore: 'lodash',
  'lodash-es': 'lodash',
  'follow-redirects': 'http',
  jquery: '$',
}

/** One name for all spellings of a module: without `node:`, and `lodash/merge` is a member of `lodash`. */
export function moduleName(specifier: string): string {
  const plain = specifier.startsWith('node:') ? specifier.slice(5) : specifier
  const same = Object.hasOwn(SAME, plain) ? SAME[plain] : undefined
  if (same) return same
  return plain.startsWith('lodash/') ? plain.replace('/', '.') : plain
}
