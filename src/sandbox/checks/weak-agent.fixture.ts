import type { SandboxProvider } from '../sandbox.ts'
import { openFilter } from './weak-filter.fixture.ts'
import { agentWith, weakJail } from './weak-jail.fixture.ts'

const KEEP_THE_WIRE = agentWith([
  '    os.closerange(len(stdio), 65536)\n    signal',
  '    os.set_inheritable(WIRE_IN, True)\n    signal',
])
const DUMPABLE = agentWith(['if prctl(PR_SET_DUMPABLE, 0', 'if prctl(PR_SET_DUMPABLE, 1'])
const SLOW = agentWith([
  "self.reply(channel, {'entry'",
  "time.sleep(1.1 if self.processes else 0); self.reply(channel, {'entry'",
])
const ENDS_ON_SIGINT = agentWith(['signal.SIGINT, signal.SIG_DFL)\n\n', 'signal.SIGINT, lambda *_: os._exit(0))\n\n'])
const IMPORTS_FROM_THE_SANDBOX = agentWith([
  '        import shutil\n',
  "        import sys\n        sys.path.insert(0, '/workspace')\n        import shutil\n",
])

/** Jails by the id of a check, each with an agent that is open to just that attack. */
export const weakAgents = (): Record<string, SandboxProvider> => ({
  'the-agent-cannot-be-read': weakJail([DUMPABLE]),
  'the-agent-cannot-be-written': weakJail([DUMPABLE]),
  'the-agent-cannot-be-traced': weakJail([openFilter]),
  'the-agent-cannot-be-starved-or-limited': weakJail([openFilter]),
  'signals-to-the-agent-have-no-effect': weakJail([ENDS_ON_SIGINT]),
  'programs-inherit-nothing-but-their-own-streams': weakJail([KEEP_THE_WIRE]),
  'the-wire-of-the-agent-shows-in-no-process': weakJail([KEEP_THE_WIRE]),
  'the-agent-imports-nothing-that-programs-plant': weakJail([IMPORTS_FROM_THE_SANDBOX]),
  'the-agent-answers-while-the-processor-is-busy': weakJail([SLOW]),
  'the-agent-answers-during-a-fork-bomb': weakJail([SLOW]),
  'the-agent-answers-while-all-memory-is-used': weakJail([SLOW]),
})
