const OTHERS_DISK =
  'The workspace is a directory on the disk of the server: the size of each file is limited, that of all together by its template.'
const NOBODY_COUNTS = 'Each process carries its limit; the other server alone knows how much all of them have together.'

/**
 * Checks that cannot hold in a sandbox of another server, with the reason. Undeclared capabilities are not among them: the
 * provider refuses those, and the checks verify it.
 */
export const unsupportedChecks: Record<string, string> = {
  'measures-are-plausible': OTHERS_DISK,
  'a-full-sandbox-refuses-to-write-and-keeps-the-old-file': OTHERS_DISK,
  'a-tree-that-has-no-room-is-refused-and-old-files-stay-whole': OTHERS_DISK,
  'a-tree-without-bottom-or-of-air-is-bounded': OTHERS_DISK,
  'the-disk-limit-holds-and-is-named': OTHERS_DISK,
  'a-program-that-was-started-and-hit-a-limit-is-known-to-have-ended-by-it': OTHERS_DISK,
  'the-number-of-files-is-limited-where-nobody-counts-their-memory-and-named': OTHERS_DISK,
  'a-bomb-of-empty-files-is-defused': OTHERS_DISK,
  'the-processes-of-a-sandbox-share-its-memory-limit': NOBODY_COUNTS,
  'a-memory-bomb-of-many-small-processes-is-defused': NOBODY_COUNTS,
  'memory-that-is-not-private-counts-too': NOBODY_COUNTS,
  'memory-that-is-full-of-files-is-named-and-no-program-hangs': NOBODY_COUNTS,
  'no-place-takes-more-than-its-share-of-disk': OTHERS_DISK,
  'paths-of-the-host-are-not-visible': 'It looks for the mount of the workspace, and there is none.',
  'programs-of-the-operator-are-read-only':
    'A sandbox of the other server is a whole system: any of its users may install programs for all of them.',
  'a-sandbox-without-room-for-a-process-says-so':
    'Processes are counted by their user, who is not that of the agent: a program that has no room ends at once instead.',
}
