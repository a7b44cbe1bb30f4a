import { textOf } from '../../../../language/tree/tree.ts'
import { pathKind } from '../../bash/rule/path-kind.ts'
import { CLIMBS, climbsIntoSystem } from '../../climbing-path.ts'
import { callRule, type PythonRule } from '../call-rule.ts'
import { given, gradeOf, isTrue } from '../condition.ts'
import { isForeignFile } from '../foreign-files.ts'
import type { PythonProgram } from '../program.ts'
import type { Call } from '../read/facts.ts'
import { cleanFor, constantOf, constantsOf, HOLE, hasOrigin, isForeign, OUTSIDE, origin } from '../read/make-value.ts'
import type { Value } from '../read/value.ts'

const OPENERS = 'open os.open pathlib.Path().open aiofiles.open'
const PATH_METHODS =
  'pathlib.Path().read_text pathlib.Path().read_bytes pathlib.Path().write_text pathlib.Path().write_bytes pathlib.Path().unlink'
const LISTERS = 'os.listdir os.scandir os.walk glob.glob glob.iglob'
const SENDERS =
  'flask.send_file send_file starlette.responses.FileResponse fastapi.responses.FileResponse FileResponse aiohttp.web.FileResponse django.http.FileResponse bottle.static_file .sendfile'
const REMOVERS =
  'os.remove os.unlink os.rmdir os.removedirs shutil.rmtree pathlib.Path().unlink pathlib.Path().rmdir send2trash.send2trash'
const MOVERS = 'shutil.copy shutil.copyfile shutil.copy2 shutil.move os.rename os.replace shutil.copytree .save'

const ASKERS =
  'os.path.exists os.path.isfile os.path.isdir os.path.getsize os.stat pathlib.Path().exists pathlib.Path().is_file pathlib.Path().is_dir pathlib.Path().stat'
const MAKERS = 'os.mkdir os.makedirs os.symlink os.chown os.chmod pathlib.Path().mkdir pathlib.Path().touch'

const pathOf = (call: Call): Value | undefined =>
  call.name.startsWith('pathlib.Path()')
    ? call.receiver
    : given(call, 0, 'file', 'path', 'filename', 'src', 'path_or_file')

/** The known texts of a path, also where a call has put it together. */
const textsOf = (path: Value | undefined): string[] => [path?.text ?? '', ...constantsOf(path)]

/** Folders with files that are served or shared. */
const SERVED = /^\/(?!proc|sys|dev|tmp\/?$)|upload|public|static|www|html|download|media|document|files?\/|user/i

/** Requests decide about the path; or a function joins a name to a served folder without a check. */
function judgePath(path: Value | undefined) {
  if (!path) return undefined
  if (isForeign(path, { bits: origin.request, use: cleanFor.path })) return 'high'
  // Names in an archive are foreign; a name made from a download's address is more often the program's own choice.
  if (isForeign(path, { bits: origin.network, use: cleanFor.path }))
    return hasOrigin(path, origin.walked) ? 'high' : 'low'
  const text = path.text ?? ''
  const isJoined = text.length > 1 && text.endsWith(HOLE) && SERVED.test(text.split(HOLE)[0] ?? '')
  if (isJoined && isForeign(path, { bits: origin.parameter | origin.input, use: cleanFor.path })) return 'high'
  return undefined
}

const WHOLE =
  /^([/~]|[A-Za-z]:\\?|~?\/\*{0,2}|\/(home|etc|usr|var|boot|bin|sbin|lib|lib64|root|opt|srv|sys|dev)\/?\*{0,2}|\$HOME\/?|~\/?|[A-Za-z]:[\\/]?(Windows|Users)?[\\/]?)$/

const isWholeSystem = (path: Value | undefined): boolean => constantsOf(path).some((text) => WHOLE.test(text))

/** Folders that the system or its users need. */
const OF_THE_SYSTEM = /^\/(var\/(log|lib)|etc|usr|bin|sbin|boot|home|root|lib|lib64)(\/|$)/

/** Whether a condition picks out some files, other than that they exist. */
const isPicked = ({ node, loop }: Call, { tree }: PythonProgram): boolean => {
  for (let outer = node.parent; outer && outer !== loop?.node; outer = outer.parent) {
    const test = outer.type === 'IfStatement' ? outer.children[1] : undefined
    if (test && !/is_?file|exists|is_?link|is_?dir/.test(textOf(tree, test).slice(0, 200))) return true
  }
  return false
}

export const fileRules: readonly PythonRule[] = [
  callRule(
    {
      id: 'python/path-traversal',
      family: 'files',
      severity: 'high',
      title: 'Others decide which file is used',
      why: 'A path with ".." or a leading "/" reaches every file that the program can reach.',
      remedy: 'Keep only os.path.basename of the name, or check that the resolved path is inside of the folder.',
      cwe: [22, 73],
    },
    {
      calls: `${OPENERS} ${PATH_METHODS} ${SENDERS} ${REMOVERS} ${MOVERS} ${MAKERS} ${LISTERS} numpy.load pandas.read_csv`,
      when: (call) => judgePath(pathOf(call)),
    },
    {
      calls: 'flask.send_from_directory send_from_directory',
      when: (call) => isForeign(given(call, 0, 'directory'), { bits: origin.request, use: cleanFor.path }),
    },
    { calls: MOVERS, when: (call) => judgePath(given(call, 1, 'dst')) },
    {
      calls: `${OPENERS} ${PATH_METHODS} ${REMOVERS} ${MOVERS} ${LISTERS}`,
      when: (call) => textsOf(pathOf(call)).some(climbsIntoSystem) && CLIMBS,
    },
    {
      calls: ASKERS,
      when: (call) =>
        isForeign(pathOf(call), { bits: origin.request, use: cleanFor.path }) && {
          severity: 'medium',
          message: 'Others find out which files there are',
        },
    },
  ),
  callRule(
    {
      id: 'python/unpack-anywhere',
      family: 'files',
      severity: 'high',
      title: 'An archive is unpacked to wherever it says',
      why: 'Names in an archive can lead outside of the folder and overwrite files.',
      remedy: "Give filter='data' to extractall, or check each name before it is written.",
      cwe: [22],
    },
    {
      calls: '.extractall .extract',
      when: (call, program) => {
        const isTar = call.name.startsWith('tarfile.')
        const isZip = call.name.startsWith('zipfile.')
        const filter = given(call, 9, 'filter')
        if ((isTar || isZip) && isOverSystem(given(call, 0, 'path'))) return 'high'
        if (
          (!isTar && !isZip) ||
          constantOf(filter) ||
          given(call, 1, 'members')?.definition ||
          call.keywords.has('members')
        )
          return false
        const archive = call.receiver?.opened?.path ?? call.receiver
        const isFetched = isForeignFile(archive, program)
        // Python leaves ".." and leading slashes out of names in a zip file; its size is still foreign.
        if (isZip && !isFetched && !hasOrigin(archive, origin.request | origin.network))
          return hasOrigin(archive, OUTSIDE | origin.parameter) ? 'medium' : 'low'
        return isFetched || hasOrigin(archive, OUTSIDE | origin.parameter) || filter ? 'high' : 'medium'
      },
    },
    {
      calls: 'shutil.unpack_archive',
      when: (call, program) => {
        if (isOverSystem(given(call, 1, 'extract_dir'))) return 'high'
        if (call.keywords.has('filter')) return false
        if (isForeignFile(given(call, 0, 'filename'), program)) return 'high'
        return gradeOf(given(call, 0), 0, { unknown: 'low', kept: 'low', other: 'medium' })
      },
    },
  ),
  callRule(
    {
      id: 'python/mass-deletion',
      family: 'files',
      severity: 'critical',
      title: 'Deletes a whole file system, home or system folder',
      why: 'Nothing that is deleted so comes back.',
      remedy: 'Delete only what the program has made, inside of the workspace.',
      cwe: [73, 732],
    },
    {
      calls: REMOVERS,
      when: (call, program) => {
        const path = pathOf(call)
        if (isWholeSystem(path) && !/os\.(remove|unlink)$/.test(call.name)) return true
        const isWalked = hasOrigin(path, origin.walked) && hasOrigin(path, origin.home)
        return isWalked && (isPicked(call, program) ? 'high' : 'critical')
      },
    },
    {
      calls: '.unlink .rmdir',
      when: (call, program) => {
        const isAnywhere = hasOrigin(call.receiver, origin.walked) && hasOrigin(call.receiver, origin.home)
        return isAnywhere && (isPicked(call, program) ? 'high' : 'critical')
      },
    },
    {
      calls: 'shutil.rmtree',
      when: (call) =>
        gradeOf(pathOf(call), cleanFor.path, {
          outside: hasOrigin(pathOf(call), origin.input) ? 'high' : 'medium',
          parameter: 'low',
          other: 'medium',
          kept: 'low',
          unknown: 'info',
        }),
    },
    {
      calls: 'os.truncate shutil.rmtree os.remove os.unlink pathlib.Path().unlink',
      when: (call) =>
        constantsOf(pathOf(call)).some((text) => OF_THE_SYSTEM.test(text) || /\.bash_history|^~\//.test(text)) &&
        'high',
    },
  ),
  callRule(
    {
      id: 'python/loose-permissions',
      family: 'files',
      severity: 'medium',
      title: 'Files are opened to everybody',
      why: 'Other users of the machine can read or change them.',
      remedy: 'Give the least rights that work, such as 0o600 or 0o755.',
      cwe: [732],
    },
    {
      calls: 'os.chmod os.fchmod os.lchmod pathlib.Path().chmod os.mkdir os.makedirs os.mkfifo',
      when: (call) => {
        const mode = given(call, call.name.startsWith('pathlib') ? 0 : 1, 'mode')?.number
        if (mode === undefined || mode > 0o7777) return false
        if (/chmod/.test(call.method) && mode & 0o6000 && mode & 0o111)
          return { severity: 'high', message: 'A program gets the rights of its owner' }
        return (mode & 0o002) !== 0 && (/chmod/.test(call.method) ? 'high' : 'medium')
      },
    },
    { calls: 'os.umask', when: (call) => given(call, 0)?.number === 0 },
  ),
  callRule(
    {
      id: 'python/temporary-name',
      family: 'files',
      severity: 'high',
      title: 'A temporary file is made by name',
      why: 'Somebody else can put a file or link there between the choice of the name and its use.',
      remedy: 'Use tempfile.NamedTemporaryFile, mkstemp or TemporaryDirectory.',
      cwe: [377],
    },
    { calls: 'tempfile.mktemp os.tempnam os.tmpnam', when: () => true },
  ),
  callRule(
    {
      id: 'python/device-write',
      family: 'files',
      severity: 'critical',
      title: 'Writes to a disk or to the memory of the kernel',
      why: 'What was on the disk is lost.',
      remedy: 'Write to files of the workspace.',
      cwe: [732],
    },
    {
      calls: OPENERS,
      when: (call) => {
        const path = constantOf(pathOf(call)) ?? ''
        const mode = constantOf(given(call, 1, 'mode')) ?? ''
        const writes =
          /[wa+x]/.test(mode) || isTrue(given(call, 9, 'write')) || /O_(WRONLY|RDWR)/.test(`${given(call, 1)?.name}`)
        return writes && /^\/dev\/(sd|hd|vd|xvd|nvme|mmcblk|disk|mem|kmem|port)|^\\\\\.\\PhysicalDrive/.test(path)
      },
    },
  ),
]

/** A folder of the system itself, which an archive would overwrite. */
const isOverSystem = (path: Value | undefined): boolean => ['root', 'system'].includes(pathKind(constantOf(path) ?? ''))
