/** Secret: keys, passwords, sessions. Personal: traces of users and their work. */
export type Sensitivity = 'secret' | 'personal'

/**
 * The one list of sensitive paths, for all languages. Names between slashes are whole names: `*` stands for any letters of
 * one, and a last `**` for the folder and all that is below it. A slash at the beginning is the root of the machine; other
 * rows match anywhere. A row with capital letters is case-sensitive.
 */
const ROWS: readonly (readonly [path: string, kind: Sensitivity])[] = [
  ...rows('secret', 'etc/shadow etc/shadow- etc/gshadow etc/gshadow- etc/master.passwd etc/sudoers etc/sudoers.d/**'),
  ...rows('secret', 'etc/security/opasswd etc/krb5.keytab etc/ssl/private/** etc/ssh/ssh_host_*_key etc/kubernetes/**'),
  ...rows('personal', 'etc/passwd etc/passwd-'),
  ...rows('personal', '.ssh/config .ssh/known_hosts .ssh/authorized_keys'),
  ...rows('secret', '.ssh/** id_rsa id_dsa id_ecdsa id_ed25519 id_ecdsa_sk id_ed25519_sk .gnupg/**'),
  ...rows('secret', '.aws/** .azure/** .config/gcloud/** gcloud/application_default_credentials.json .kube/**'),
  ...rows('secret', '.docker/config.json .config/gh/** .config/solana/** .git-credentials .vault-token'),
  ...rows('secret', '.netrc _netrc .pgpass .my.cnf .npmrc .pypirc'),
  ...rows('personal', '.bash_history .zsh_history .mysql_history .psql_history .python_history'),
  ...rows('secret', 'wallet.dat .bitcoin/** .ethereum/** .electrum/** .monero/** exodus.wallet/**'),
  ...rows('secret', 'cookies.sqlite key3.db key4.db logins.json .mozilla/** .config/google-chrome/**'),
  ...rows('secret', 'library/keychains/** *.keychain *.keychain-db'),
  ...rows('secret', 'system32/config/sam system32/config/system system32/config/security'),
  ...rows('secret', 'proc/*/environ proc/*/mem proc/*/root/** proc/kcore /dev/mem /dev/kmem /dev/input/**'),
  ...rows('secret', '/dev/sd* /dev/hd* /dev/vd* /dev/nvme*'),
  ...rows('secret', '/run/secrets/** /var/run/secrets/** /run/docker.sock /var/run/docker.sock'),
  // Paths with spaces in their names.
  ['Login Data', 'secret'],
  ['Web Data', 'secret'],
  ['Default/Cookies', 'secret'],
  ['Network/Cookies', 'secret'],
  ['chrome/user data/**', 'secret'],
  ['edge/user data/**', 'secret'],
  ['local storage/leveldb/**', 'secret'],
]

function rows(kind: Sensitivity, paths: string): [string, Sensitivity][] {
  return paths.split(' ').map((path) => [path, kind])
}

interface Row {
  kind: Sensitivity
  names: readonly RegExp[]
  isFolder: boolean
  isAtRoot: boolean
}

const namesOf = (path: string) => path.split('/').filter((name) => name !== '' && name !== '**')
const patternOf = (name: string, any: string) => name.replaceAll('.', '\\.').replaceAll('*', any)

const READ: readonly Row[] = ROWS.map(([path, kind]) => {
  const names = namesOf(path)
  const flags = path === path.toLowerCase() ? 'i' : ''
  const nameOf = (name: string) => new RegExp(`^${patternOf(name, '.*')}$`, flags)
  return { kind, names: names.map(nameOf), isFolder: path.endsWith('/**'), isAtRoot: path.startsWith('/') }
})

/** The last name of any row: a quick test, since almost every text contains none of them. */
const LAST_NAME = new RegExp(
  `(?:^|[\\\\/])(?:${ROWS.map(([path]) => patternOf(namesOf(path).at(-1) ?? '', '[^\\\\/]*')).join('|')})(?:[\\\\/]|$)`,
  'i',
)
const LONGEST_PATH = 1000
/** A drive, the scheme of an address, or a part that is known only at run time. */
const BEFORE_ROOT = /^\.\.$|:$|[\u0000\uFFFC$*]/

/** The kind of a path that attackers look for first; undefined for other paths. The first matching row counts. */
export function sensitivityOf(text: string): Sensitivity | undefined {
  if (text.length > LONGEST_PATH || text.includes('\n') || !LAST_NAME.test(text)) return undefined
  const names = namesIn(text)
  // The public half of a key is meant to be shown.
  if (names.at(-1)?.endsWith('.pub')) return undefined
  const isAbsolute = /^[\\/]/.test(text)
  const startsAtRoot = (at: number) => (at === 0 ? isAbsolute : BEFORE_ROOT.test(names[at - 1] ?? ''))
  return READ.find((row) => {
    const last = names.length - row.names.length
    const starts = row.isFolder ? [...names.keys()] : [last].filter((at) => at >= 0)
    return starts.some(
      (at) => (!row.isAtRoot || startsAtRoot(at)) && row.names.every((name, i) => name.test(names[at + i] ?? '')),
    )
  })?.kind
}

export const isSensitivePath = (text: string): boolean => sensitivityOf(text) !== undefined

/** The names between slashes of either kind; `.` and `name/..` are dropped. */
function namesIn(text: string): string[] {
  const names: string[] = []
  for (const name of text.split(/[\\/]+/)) {
    if (name === '' || name === '.') continue
    if (name === '..' && names.length > 0 && !BEFORE_ROOT.test(names.at(-1) ?? '')) names.pop()
    else names.push(name)
  }
  return names
}
