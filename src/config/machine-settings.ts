import { list, number } from '../contract/setting-kinds.ts'

const DAY_MS = 86_400_000

/** Settings of E2B sandboxes and of the templates that they start from. */
export const machineSettings = {
  machineMemoryMb: number(16, 1_048_576).default(512).describe('Memory of an E2B sandbox whose template does not say'),
  machineCpus: number(1, 1024).default(2).describe('Processors of an E2B sandbox whose template does not say'),
  machineDiskMb: number(1, 1_048_576).default(1024).describe('Most that an E2B sandbox may write'),
  machineMaxTimeoutMs: number(1000, 366 * DAY_MS)
    .default(DAY_MS)
    .describe('Longest time that may be asked for until an E2B sandbox is killed or paused'),
  pausedMachines: number(0, 1_000_000)
    .default(500)
    .describe('Paused E2B sandboxes of one user; one more cannot be paused, and is killed when its time is over'),
  frozenMachines: number(0, 100_000)
    .default(100)
    .describe('Paused E2B sandboxes that keep their memory; for one more the one paused first keeps only its files'),
  images: list
    .prefault([])
    .refine(
      (all) => all.every((each) => /^[^=]+=(\/.|host$)/.test(each)),
      'must be NAME=/DIRECTORY or NAME=host, separated by commas',
    )
    .describe(
      "Root file systems that templates of E2B sandboxes may be built on, by names of images: NAME=DIRECTORY, or NAME=host for the host's own programs",
    ),
  templates: number(0, 100_000).default(1000).describe('Templates and snapshots of one user; one more is refused'),
  layerBytes: number(1, 1_099_511_627_776)
    .default(53_687_091_200)
    .describe('Most bytes on the disk of all templates, snapshots and paused E2B sandboxes of one user'),
  concurrentBuilds: number(1, 1000).default(8).describe('Templates that are built at once; further ones wait'),
  buildTimeoutMs: number(1000, DAY_MS).default(3_600_000).describe('Longest the build of a template may take'),
  templateFileBytes: number(1024, 1_099_511_627_776)
    .default(1_073_741_824)
    .describe('Largest archive of files that may be uploaded for one step of a template'),
}
