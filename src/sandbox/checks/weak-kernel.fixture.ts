import { existsSync } from 'node:fs'
import type { SandboxProvider } from '../sandbox.ts'
import { CHANGE_THE_USER } from './kernel.ts'
import { planted, plantedFile } from './planted.fixture.ts'
import { REFUSED_CALLS } from './system-calls.ts'
import { openFilter, pretending, pretendingFor, pretendingFrom } from './weak-filter.fixture.ts'
import { instead, lying, rootInside, shown, type Weakening, weakJail, without } from './weak-jail.fixture.ts'

const isArm = process.arch === 'arm64'
const IOCTL = isArm ? 29 : 16
const TIOCSTI = 0x5412
/** Kernel switches; a kernel may lack some of them. */
const SWITCHES = ['/proc/sysrq-trigger', '/proc/kmsg', '/proc/kcore']
const CHANGES_USER = '#!/bin/sh\necho AT_UID: 1000\necho AT_EUID: 0\necho AT_SECURE: 1\n'

const settingsOpen = (...names: string[]): Weakening =>
  instead(['--ro-bind', '/proc/sys'], ['--bind', planted('sys', Object.fromEntries(names.map((name) => [name, ''])))])

/** Jails by the id of a check, in each of which just that check must fail. */
export const weakKernels = (): Record<string, SandboxProvider> => ({
  'programs-have-no-capabilities': weakJail([instead(['--cap-drop', 'ALL'], ['--cap-add', 'ALL'])]),
  // Bubblewrap sets this flag by itself.
  'programs-can-gain-no-privileges': lying('no_new_privs 1', 'no_new_privs 0'),
  'system-calls-are-filtered': weakJail([without('--seccomp', '5')]),
  'programs-are-not-root': weakJail(rootInside),
  'programs-that-would-change-the-user-gain-nothing': weakJail([
    shown('--ro-bind', plantedFile('su', CHANGES_USER, 0o4755), CHANGE_THE_USER.find((path) => existsSync(path)) ?? ''),
  ]),
  'files-of-another-user-cannot-be-made': weakJail(rootInside),
  'keystrokes-cannot-be-pushed-into-a-terminal': weakJail([pretendingFor(IOCTL, 1, TIOCSTI)]),
  'settings-of-the-kernel-cannot-be-written': weakJail([settingsOpen('vm/overcommit_memory')]),
  'what-runs-after-a-crash-cannot-be-chosen': weakJail([settingsOpen('kernel/core_pattern')]),
  'switches-of-the-kernel-cannot-be-touched': weakJail([
    shown('--bind', plantedFile('trigger', ''), SWITCHES.find((path) => existsSync(path)) ?? ''),
  ]),
  'devices-of-the-host-are-not-there': weakJail([shown('--dev-bind', '/dev/null', '/dev/kvm')]),
  'control-groups-cannot-be-changed': weakJail([
    shown('--bind', planted('group', { 'cgroup.procs': '' }), '/sys/fs/cgroup'),
  ]),
  'the-kernels-own-files-cannot-be-written': weakJail([shown('--bind', planted('own', { 'power/state': '' }), '/sys')]),
  'the-system-is-read-only': weakJail([without('--remount-ro', '/')]),
  'programs-of-the-operator-are-read-only': weakJail([
    shown('--bind', planted('local', { 'bin/tool': '' }), '/usr/local'),
  ]),
  ...pretendedCalls(),
  // A filter that pretends these calls would confuse the agent, which forks.
  'clone-of-a-user-namespace-is-refused': weakJail([openFilter, without('--disable-userns')]),
  'clone-of-a-network-is-refused': weakJail([openFilter, ...rootInside]),
  ...(process.arch === 'x64' && {
    'calls-by-the-32-bit-door-are-refused': weakJail([openFilter]),
    'calls-by-the-x32-door-are-refused': weakJail([pretendingFrom(0x40000000)]),
  }),
})

function pretendedCalls(): Record<string, SandboxProvider> {
  const numbered = REFUSED_CALLS.map(({ name, numbers }) => ({
    id: `${name}-is-refused`,
    number: numbers[isArm ? 1 : 0],
  }))
  return Object.fromEntries(
    numbered.flatMap(({ id, number }) => (number === null ? [] : [[id, weakJail([pretending(number)])]])),
  )
}

/** Calls that every common kernel answers itself once nothing filters them: this also proves their numbers right. */
export const ANSWERED_BY_THE_KERNEL = [
  'ptrace',
  'process-vm-readv',
  'process-vm-writev',
  'process-madvise',
  'pidfd-getfd',
  'kcmp',
  'open-tree',
  'unshare',
  'setns',
  'clone3',
  'keyctl',
  'add-key',
  'request-key',
  'userfaultfd',
  'personality',
  'name-to-handle',
  'setting-the-clock',
  'move-pages',
].map((name) => `${name}-is-refused`)
