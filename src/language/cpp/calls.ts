import { cCalls } from '../c/calls.ts'
import type { CallFacts } from '../calls/call-facts.ts'

export const cppCalls: CallFacts = {
  ...cCalls,
  joins: ['+', '<<'],
  declaresObjects: true,
  commands: {
    ...cCalls.commands,
    line: `${cCalls.commands.line} QProcess.execute QProcess.startDetached bp.system boost.process.system bp.child boost.process.child`,
  },
  calls: {
    ...cCalls.calls,
    deleteTree: 'filesystem.remove_all fs.remove_all remove_all boost.filesystem.remove_all',
    deleteFile: `${cCalls.calls.deleteFile} filesystem.remove fs.remove`,
    openFile: `${cCalls.calls.openFile} fstream`,
    writeFile: 'ofstream .open',
    writeSecond: `${cCalls.calls.writeSecond} filesystem.rename fs.rename filesystem.copy fs.copy filesystem.create_symlink fs.create_symlink`,
    readFile: `${cCalls.calls.readFile} ifstream filesystem.directory_iterator fs.directory_iterator filesystem.recursive_directory_iterator`,
  },
  pure: {
    same: 'string std.string .c_str .data .str string_view filesystem.path fs.path path .string move std.move',
    list: 'vector initializer_list',
    format: 'format std.format fmt.format',
  },
}
