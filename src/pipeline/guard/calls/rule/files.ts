import type { CallKind } from '../../../../language/calls/call-facts.ts'
import { HOLE } from '../../../../language/calls/tokens.ts'
import { isDisk, pathKind } from '../../bash/rule/path-kind.ts'
import { CLIMBS, climbsIntoSystem } from '../../climbing-path.ts'
import { DELETES_SYSTEM, UNPACKS_OVER_SYSTEM } from '../../danger-words.ts'
import { protectionOf } from '../../protected-path.ts'
import { sensitivityOf } from '../../sensitive-path.ts'
import type { Call } from '../read/call-program.ts'
import { constantOf, FROM, shapeOf, type Value } from '../read/value.ts'
import { byKind, type CallRule, spotAt } from './call-rule.ts'

const OUTSIDE = FROM.foreign | FROM.network
/** Text of an open call that says how: it writes, appends or makes. */
const WRITING = /^(?:[rwa+xbt]*[wa+x][rwa+xbte]*|\+?>{1,2}|\+<)/

const ARCHIVE =
  /\b(?:zip|tar)\.(?:Reader|ReadCloser|NewReader|OpenReader)\b|archive\/(?:zip|tar)"|\bZipEntry\b|\bTarArchiveEntry\b|\bZip(?:File|InputStream)\b|Zip::(?:File|InputStream)/
/** A folder whose files strangers ask for, and a name in it that nothing has checked. */
const SERVED = new RegExp(`^[^${HOLE}]{0,200}(?:upload|public|static|htdocs|www|download)s?/${HOLE}$`, 'i')
const CHECKED =
  /HasPrefix|IsLocal|filepath\.Rel\b|securejoin|SecureJoin|startsWith|getCanonicalPath|\.normalize\(|start_with\?|Contains\([^)]{0,60}"\.\."/
const JOINS = /(?:^|\.)(?:Join|File|resolve|join)$/
const ENTRY_NAME = /(?:^|\.)(?:Name|getName\(\)|name)$/

export const fileRules: CallRule[] = [
  {
    id: 'call/delete-system',
    ...DELETES_SYSTEM,
    find: byKind(['deleteTree'], ({ args, options, receiver }, { language }) => {
      // In R only `recursive = TRUE` deletes a folder.
      if (language === 'r' && options.size === 0 && args.length < 2) return false
      const [path] = args.length > 0 ? args : [receiver as Value]
      const kinds = [path, ...(path?.items ?? [])].map((each) => pathKind(homed(each)))
      if (kinds.some((kind) => kind === 'root' || kind === 'home' || kind === 'system')) return true
      if (kinds.includes('part-of-system'))
        return { severity: 'high', message: 'Deletes files of the system or of a user' }
      return path && path.from & OUTSIDE ? { severity: 'high', message: 'Others decide what is deleted' } : false
    }),
  },
  {
    id: 'call/delete-outside',
    family: 'files',
    severity: 'high',
    title: 'Deletes files of the system or of a user',
    why: 'Files outside of the working directory belong to others, who will miss them.',
    remedy: 'Delete only what the program made, below the working directory or in a temporary folder.',
    cwe: [73],
    find: byKind(['deleteFile'], ({ args, receiver }) => {
      const [path] = args.length > 0 ? args : [receiver as Value]
      const kind = pathKind(homed(path))
      if (kind === 'system' || kind === 'root' || kind === 'home' || kind === 'device') return true
      if (/^\/var\/log\//.test(shapeOf(path))) return { severity: 'high', message: 'Wipes traces' }
      return kind === 'part-of-system' && 'medium'
    }),
  },
  {
    id: 'call/write-system-file',
    family: 'files',
    severity: 'high',
    title: 'Writes a file that the system or other programs follow',
    why: 'Such files start programs, let others log in, or decide about accounts and the kernel.',
    remedy: 'Write below the working directory.',
    cwe: [73, 506],
    find: byKind(['openFile', 'writeFile', 'writeSecond'], (call, { language }, kind) => {
      const paths = writtenPaths(call, kind, language)
      if (paths.some((path) => isDisk(path)))
        return { severity: 'critical', message: 'Writes to a disk past its file system' }
      const protections = paths.map(protectionOf)
      if (protections.includes('takeover')) return 'critical'
      return protections.some((each) => each !== undefined)
    }),
  },
  {
    id: 'call/read-secret',
    family: 'secrets',
    severity: 'high',
    title: 'Reads a file that holds credentials or personal data',
    why: 'Passwords, keys, sessions and histories are what attackers look for first.',
    remedy: 'Ask for the one value that is needed, and take it from a setting.',
    cwe: [522, 200],
    find: byKind(['openFile', 'readFile'], ({ args }) => {
      // The path stands behind the handle and the mode in Perl.
      const kinds = args.slice(0, 3).map((path) => sensitivityOf(homed(path)))
      return kinds.includes('secret') ? true : kinds.includes('personal') && 'medium'
    }),
  },
  {
    id: 'call/chosen-file',
    family: 'files',
    severity: 'medium',
    title: 'Others decide which file is opened',
    why: 'A path with `..` in it leads out of the folder that was meant.',
    remedy: 'Take the last part of the path only, and look whether the whole path is below the folder.',
    cwe: [22],
    find: byKind(['openFile', 'readFile', 'writeFile', 'writeSecond', 'deleteFile'], (call, { language }, kind) => {
      const named = ['file', 'template', 'path', 'partial', 'action', 'layout'].flatMap(
        (key) => call.options.get(key) ?? [],
      )
      const paths = [...pathsAmong(call, kind, language), ...named]
      if (paths.some((path) => climbsIntoSystem(constantOf(path) ?? ''))) return CLIMBS
      return paths.some(({ from, text }) => (from & OUTSIDE) !== 0 || SERVED.test(text ?? ''))
    }),
  },
  {
    id: 'call/path-of-archive',
    family: 'files',
    severity: 'medium',
    title: 'An archive decides where its files are written',
    why: 'A name with `..` in it leads out of the folder that the archive is unpacked into.',
    remedy: 'Look whether the whole path is below that folder before anything is written.',
    cwe: [22, 73],
    *find({ calls, source }) {
      if (!ARCHIVE.test(source) || CHECKED.test(source)) return
      for (const call of calls) {
        const isJoined = JOINS.test(call.name) && call.args.slice(1).some(({ name }) => ENTRY_NAME.test(name))
        yield* spotAt(call, isJoined)
      }
    },
  },
  {
    id: 'call/unpack-over-system',
    ...UNPACKS_OVER_SYSTEM,
    find: byKind(['unpack'], ({ args, options }) =>
      [...args, ...options.values()].some((each) => {
        const kind = pathKind(constantOf(each) ?? '')
        return kind === 'root' || kind === 'system'
      }),
    ),
  },
]

/** The arguments that are paths: a server gets the answer and the request before them, and a file is moved to the second. */
function pathsAmong({ name, args }: Call, kind: CallKind, language: string): readonly Value[] {
  if (language === 'perl' && kind === 'openFile' && /(?:^|\.)open$/.test(name)) return args.slice(1)
  // `cat` of R prints, unless a file is named.
  if (language === 'r' && name === 'cat') return []
  if (kind === 'readFile') return /Serve\w*$/.test(name) ? args : args.slice(0, 2)
  return kind === 'writeSecond' ? args.slice(1, 2) : args.slice(0, 1)
}

/** A path below the home folder, wherever that is, begins with `~`. */
function homed(value: Value | undefined): string {
  const text = shapeOf(value)
  return text.startsWith(`${HOLE}/`) ? `~${text.slice(1)}`.replace(/^~\/\*?$/, HOLE) : text
}

function writtenPaths({ args, options }: Call, kind: string, language: string): string[] {
  const named = ['file', 'con', 'path'].flatMap((key) => options.get(key) ?? [])
  if (kind === 'writeSecond') return [args[1], ...named].map(homed)
  if (kind === 'writeFile') return [args[0], ...named].map(homed)
  const [path, mode, third] = args
  const modes = [constantOf(mode), mode?.name, constantOf(options.get('mode')), constantOf(options.get('open'))]
  const isWritten = modes.some(
    (each) => each !== undefined && (WRITING.test(each) || /O_(?:WRONLY|RDWR|CREAT|APPEND)|out|app/.test(each)),
  )
  // `open(F, ">path")` and `open(F, ">", "path")` of Perl.
  if (language === 'perl') {
    const text = shapeOf(mode)
    if (third && WRITING.test(text)) return [homed(third)]
    return /^\+?>/.test(text) ? [text.replace(/^\+?>{1,2}\s*/, '')] : []
  }
  return isWritten ? [homed(path)] : []
}
