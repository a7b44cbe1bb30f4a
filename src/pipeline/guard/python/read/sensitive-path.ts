/** Files that hold credentials or personal data, by the end or a piece of their paths. */
const SENSITIVE = [
  '/etc/shadow',
  '/etc/gshadow',
  '/etc/passwd',
  '/etc/sudoers',
  '/etc/master.passwd',
  '/proc/self/environ',
  '/proc/1/environ',
  '/.ssh/',
  '.ssh/id_',
  '/.aws/',
  '.aws/credentials',
  '/.gnupg',
  '/.netrc',
  '/.pgpass',
  '/.my.cnf',
  '/.git-credentials',
  '/.docker/config.json',
  '/.kube/config',
  '/.config/gcloud',
  '/.azure/',
  '/.npmrc',
  '/.pypirc',
  '/.bash_history',
  '/.zsh_history',
  '/.electrum',
  '/.bitcoin',
  'wallet.dat',
  'login data',
  'cookies.sqlite',
  'key4.db',
  'logins.json',
  '/.mozilla/firefox',
  '.config/google-chrome',
  'google/chrome/user data',
  'local storage/leveldb',
  '/var/run/secrets/',
  '/run/secrets/',
  '/run/docker.sock',
  'config/sam',
]

const MOST_PATH = 300

/** Whether a text is the path of a file with credentials or personal data in it. */
export function isSensitivePath(text: string): boolean {
  if (text.length > MOST_PATH || text.length < 6 || text.includes('\n')) return false
  const path = text.replaceAll('\\', '/').toLowerCase()
  if (path.endsWith('.pub')) return false
  return SENSITIVE.some((piece) => path.includes(piece)) || path.endsWith('/.ssh')
}
