/** Packages with the members of a Node module, under the same names. */
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

/** Fragments of programs leave out their imports; these are the usual names for these modules and functions. */
const USUAL: Record<string, string> = { _: 'lodash', cp: 'child_process', yaml: 'js-yaml', jQuery: '$' }
for (const name of ['exec', 'execSync', 'execFile', 'execFileSync', 'spawn', 'spawnSync', 'fork']) {
  USUAL[name] = `child_process.${name}`
}
for (const name of [
  'readFile',
  'readFileSync',
  'writeFile',
  'writeFileSync',
  'unlinkSync',
  'rmSync',
  'createReadStream',
]) {
  USUAL[name] = `fs.${name}`
}

/** The canonical name of a name that the program never defines. */
export const usualName = (name: string): string => (Object.hasOwn(USUAL, name) ? (USUAL[name] ?? name) : name)
