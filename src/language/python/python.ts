import { readTraceback } from '../error/read-traceback.ts'
import { type Language, SUPPORT } from '../language.ts'
import { mayShow } from './may-show.ts'
import { probeCell } from './probe/probe-cell.ts'
import { readFacts } from './probe/read-facts.ts'

/** Importing these modules takes longer than most programs: a sandbox that has them loaded is worth waiting for. */
const DATA_IMPORT = /^[ \t]*(?:import|from)[ \t]+(?:numpy|pandas|matplotlib|seaborn|scipy)\b/m

export const python: Language = {
  id: 'python',
  aliases: ['py', 'python3', 'py3'],
  extensions: ['py'],
  fileName: 'main.py',
  // -u: output appears when the program prints it. -B: no caches in the workspace.
  command: ['/usr/bin/python3', '-uB', 'main.py'],
  reservedMb: 0,
  requires: '/usr/bin/python3',
  package: 'python3',
  isExpected: true,
  refusesNul: true,
  waiting: { by: 'python', takesArguments: true },
  warm: (code) => (DATA_IMPORT.test(code) ? 'python-data' : 'python'),
  showing: { command: ['/usr/bin/python3', '-uB', `${SUPPORT}/show.py`, 'main.py'], isNeeded: mayShow },
  errorOf: readTraceback,
  probe: {
    program: new URL('./probe/inside/probe.py', import.meta.url),
    fileName: 'failed_program.py',
    cell: probeCell,
    read: readFacts,
  },
}
