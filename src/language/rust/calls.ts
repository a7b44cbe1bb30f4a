import type { CallFacts } from '../calls/call-facts.ts'
import { CHARACTER, NAME, opened, SLASHES, STARS } from '../calls/lexicon.ts'

export const rustCalls: CallFacts = {
  lexicon: {
    lineComments: SLASHES,
    blockComments: STARS,
    name: NAME,
    signs: ['..=', '...', '=>', '->', '::', '==', '!=', '<=', '>=', '&&', '||', '+=', '..', '<<', '>>'],
    strings: [
      opened(/(?:br?|c?r)(#{0,9})"/y, { close: (hashes) => `"${hashes}`, escapes: 'none' }),
      opened(/[bc]?"/y, { close: () => '"' }),
      CHARACTER,
    ],
  },
  members: ['.', '::'],
  joins: ['+'],
  declares: ['let', 'const', 'static'],
  unchecked: /\bunsafe\s*\{/g,
  commands: {
    builder: 'Command.new process.Command.new cmd duct.cmd',
    line: 'libc.system system subprocess.Exec.shell Exec.shell',
  },
  adders: '.arg .args .push',
  calls: {
    deleteTree: 'fs.remove_dir_all remove_dir_all',
    deleteFile: 'fs.remove_file fs.remove_dir remove_file libc.unlink',
    writeFile:
      'fs.write File.create OpenOptions.new().write().open OpenOptions.new().append().open OpenOptions.new().create().append().open OpenOptions.new().append().create().open .open',
    writeSecond: 'fs.rename fs.copy unix.fs.symlink symlink fs.hard_link',
    readFile: 'fs.read_to_string fs.read File.open fs.read_dir read_to_string',
    connect: 'TcpStream.connect',
    send: 'reqwest.get .post .get reqwest.blocking.get ureq.post ureq.get .write_all .send_string',
    native:
      'Library.new libloading.Library.new libc.dlopen transmute mem.transmute asm! ptr.read_volatile std.mem.transmute',
    deserialise: 'serde_pickle.from_slice serde_pickle.from_reader',
    query: '.execute .query .prepare sqlx.query diesel.sql_query .query_row .batch_execute sql_query query',
    weakHash: 'Md5.new md5.compute Sha1.new Md5.digest Sha1.digest Md4.new Md2.new',
    fork: 'libc.fork unistd.fork fork',
    duplicate: 'libc.dup2 unistd.dup2 dup2 .from_raw_fd Stdio.from_raw_fd FromRawFd.from_raw_fd',
    becomeRoot: 'libc.setuid unistd.setuid setuid',
    unpack: '.unpack',
  },
  sources: {
    foreign: 'env.args args env.args_os stdin io.stdin .read_line web.Query Query Form',
    environment: 'env.var env.vars std.env.var',
    network: 'reqwest.get reqwest.blocking.get ureq.get .recv',
    clean: 'shell_escape.escape .parse shlex.try_quote shlex.quote .len',
  },
  pure: {
    same: 'String.from .to_string .to_owned .into .as_str .clone .unwrap .expect .as_bytes .trim Path.new PathBuf.from CString.new .as_ptr .to_vec .collect .iter .into_iter .as_ref Some Ok Box.new .to_lowercase str.from_utf8 String.from_utf8 String.from_utf8_lossy .display OsStr.new',
    joinBlank: '.join',
    format: 'format!',
    concatArguments: 'concat! .push_str',
    list: 'vec! Vec.from Vec.new',
    base64: 'base64.decode .decode',
    hex: 'hex.decode',
    reverse: '.rev',
    decoded: 'GzDecoder.new ZlibDecoder.new',
  },
  foreignParameters:
    /\b(?:(?:Path|Query|Form|Json)\(\s*(?:mut\s+)?)?(\w{1,60})\)?\s*:\s*(?:\w+::){0,3}(?:Path|Query|Form|Json)\s*</g,
  unprotected:
    /danger_accept_invalid_(?:certs|hostnames)\(\s*true|SslVerifyMode::NONE|set_verify\(\s*SslVerifyMode::NONE/,
}
