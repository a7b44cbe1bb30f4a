/**
 * Entries of the host's /etc that sandboxes see: those that libraries need to find their own parts, and none that names the
 * host, its users or its networks. A missing entry shows as an import that fails.
 */
export const SHARED_ETC = [
  'ld.so.cache',
  'ld.so.conf',
  'ld.so.conf.d',
  'alternatives',
  'ssl/certs',
  'ssl/openssl.cnf',
  'fonts',
  'matplotlibrc',
  'mime.types',
  'magic',
  'localtime',
  'services',
  'protocols',
  'perl',
  'python3',
  'python3.11',
  'python3.12',
  'python3.13',
  'R',
  'php',
  'java-17-openjdk',
  'java-21-openjdk',
]

/** The sandbox's own entries: one user, one group, one name. */
export const OWN_ETC: [name: string, content: string][] = [
  ['passwd', 'user:x:1000:1000::/workspace:/bin/bash\nnobody:x:65534:65534::/nonexistent:/usr/sbin/nologin\n'],
  ['group', 'user:x:1000:\nnogroup:x:65534:\n'],
  ['hosts', '127.0.0.1 localhost sandbox\n::1 localhost\n'],
]
