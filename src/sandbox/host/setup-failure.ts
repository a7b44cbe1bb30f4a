/** The complaint of bubblewrap or runsc, with the remedy for known causes. */
export function describeSetupFailure(complaint: string): { reason: string; remedy: string } {
  const reason = complaint.trim().split('\n')[0] || 'it ended without a word'
  const knownCause = KNOWN_CAUSES.find(([pattern]) => pattern.test(complaint))
  return { reason, remedy: knownCause?.[1] ?? 'Run "anneal doctor" for what this host lacks.' }
}

const KNOWN_CAUSES: [RegExp, string][] = [
  [
    /setting up uid map|No permissions to creat\w+ new namespace|creating new namespace/i,
    'This host forbids user namespaces. Allow them: sysctl -w kernel.unprivileged_userns_clone=1 ' +
      'kernel.apparmor_restrict_unprivileged_userns=0 (the second on Ubuntu), or run the server as root.',
  ],
  [/max_user_namespaces|No space left on device/i, 'Raise the limit: sysctl -w user.max_user_namespaces=15000'],
]
