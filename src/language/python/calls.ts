import type { CallFacts } from '../calls/call-facts.ts'
import { NAME, opened } from '../calls/lexicon.ts'

const PREFIX = '(?:[bBuUfF]?)'

/** The calls that matter even when a program is too much for its parser. */
export const pythonCalls: CallFacts = {
  lexicon: {
    lineComments: ['#'],
    blockComments: [],
    name: NAME,
    signs: ['**', '//', '==', '!=', '<=', '>=', ':=', '->', '+='],
    strings: [
      opened(/[rR][bB]?("""|''')|[bB][rR]("""|''')/y, { close: (quotes) => quotes, escapes: 'none' }),
      opened(new RegExp(`${PREFIX}("""|''')`, 'y'), { close: (quotes) => quotes }),
      opened(/[rR][bB]?(["'])/y, { close: (quote) => quote, escapes: 'none', isOneLine: true }),
      opened(new RegExp(`${PREFIX}(["'])`, 'y'), { close: (quote) => quote, isOneLine: true }),
    ],
  },
  members: ['.'],
  joins: ['+'],
  hasAdjacentStrings: true,
  commands: {
    line: 'os.system os.popen subprocess.getoutput subprocess.getstatusoutput asyncio.create_subprocess_shell',
    lineOrWords: 'subprocess.run subprocess.call subprocess.check_call subprocess.check_output subprocess.Popen',
    wordsFromSecond: 'os.execv os.execvp os.execl os.execlp os.execve os.spawnl os.spawnv',
  },
  calls: {
    evaluate: 'eval exec builtins.exec builtins.eval',
    deleteTree: 'shutil.rmtree',
    deleteFile: 'os.remove os.unlink',
    openFile: 'open io.open',
    connect: 'socket.socket socket.create_connection .connect',
    duplicate: 'os.dup2',
    fork: 'os.fork',
  },
  sources: { network: 'requests.get urllib.request.urlopen .recv', environment: 'os.environ os.getenv' },
  pure: {
    same: 'str .strip .decode .encode bytes pathlib.Path Path',
    list: 'list tuple',
    base64: 'base64.b64decode b64decode base64.urlsafe_b64decode',
    hex: 'bytes.fromhex binascii.unhexlify',
    decoded: 'zlib.decompress codecs.decode marshal.loads',
    joinPath: 'os.path.join',
  },
  callers: 'getattr',
}
