import { allAttacks, holdUpNobody } from './support/holds-up-nobody.ts'

/** `file-attacks.full.test.ts` sends the larger twins of these too, and every archive to both places. */
const LARGER = ['50,000 entries', '50,000 entries in gzip', 'names of 255 bytes', 'the same directory 10,000 times']
const attacks = allAttacks()

holdUpNobody({
  ...attacks,
  intoVolume: attacks.intoVolume.filter((name) => !LARGER.includes(name)),
  asCheckpoint: ['50,000 entries in gzip', 'a pax header of 64 MB behind a thousand files'],
  bodies: ['400,000 names'],
  entries: attacks.entries.slice(0, 1),
})
