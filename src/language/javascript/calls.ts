import type { CallFacts } from '../calls/call-facts.ts'
import { quoted, SLASHES, STARS } from '../calls/lexicon.ts'

/** The calls that matter even when a program is too much for its parser. */
export const javascriptCalls: CallFacts = {
  lexicon: {
    lineComments: SLASHES,
    blockComments: STARS,
    name: /[A-Za-z_$\u00a1-\uffff][\w$\u00a1-\uffff]*/y,
    signs: ['...', '===', '!==', '=>', '==', '!=', '?.', '&&', '||', '??', '+=', '++', '--'],
    hasRegex: true,
    strings: [quoted('"', { isOneLine: true }), quoted("'", { isOneLine: true }), quoted('`', { holes: 'dollar' })],
  },
  members: ['.', '?.'],
  joins: ['+'],
  declares: ['const', 'let', 'var'],
  commands: {
    line: 'child_process.exec child_process.execSync require().exec .execSync execSync exec cp.exec',
    words:
      'child_process.spawn child_process.spawnSync child_process.execFile child_process.execFileSync require().spawn require().execFile .spawnSync .execFileSync spawn spawnSync execFile execFileSync cp.spawn',
  },
  calls: {
    evaluate: 'eval Function vm.runInThisContext vm.runInNewContext',
    deleteTree: 'fs.rmSync fs.rm fs.rmdirSync .rmSync .rmdirSync rimraf rimraf.sync fs.promises.rm',
    writeFile: 'fs.writeFileSync fs.writeFile .writeFileSync fs.appendFileSync .appendFileSync',
    readFile: 'fs.readFileSync fs.readFile .readFileSync',
    connect: 'net.connect net.createConnection net.Socket .connect',
  },
  sources: { network: 'fetch axios.get http.get https.get', environment: ['process', 'env'].join('.') },
  pure: {
    same: 'String .toString .trim',
    list: 'Array Array.of',
    base64: 'atob Buffer.from',
    reverse: '.reverse',
    codes: 'String.fromCharCode String.fromCodePoint',
    concatArguments: '.concat',
  },
}
