import { pathTable, rows } from './path-table.ts'

/** Secret: keys, passwords, sessions. Personal: traces of users and their work. */
export type Sensitivity = 'secret' | 'personal'

/** All files as a process sees them, also one in another namespace. */
const FILES_OF_A_PROCESS = ['proc', '*', 'root', '**'].join('/')

/** The one list of paths that are sensitive to read, for all languages. */
const kindOf = pathTable<Sensitivity>([
  ...rows('secret', 'etc/shadow etc/shadow- etc/gshadow etc/gshadow- etc/master.passwd etc/sudoers etc/sudoers.d/**'),
  ...rows('secret', 'etc/security/opasswd etc/krb5.keytab etc/ssl/private/** etc/ssh/ssh_host_*_key etc/kubernetes/**'),
  ...rows('personal', 'etc/passwd etc/passwd- etc/security/** /etc/pam.d/** var/lib/pam/**'),
  ...rows('personal', '.ssh/config .ssh/known_hosts .ssh/authorized_keys'),
  ...rows('secret', '.ssh/** id_rsa id_dsa id_ecdsa id_ed25519 id_ecdsa_sk id_ed25519_sk .gnupg/**'),
  ...rows('secret', '.aws/** .azure/** .config/gcloud/** gcloud/application_default_credentials.json .kube/**'),
  ...rows('secret', '.docker/config.json .config/gh/** .config/solana/** .git-credentials .vault-token'),
  ...rows('secret', '.netrc _netrc .pgpass .my.cnf .npmrc .pypirc'),
  ...rows(
    'secret',
    'networkmanager/system-connections/** wpa_supplicant.conf etc/wireguard/** /tmp/krb5cc_* var/lib/sss/**',
  ),
  ...rows('secret', '.local/share/keyrings/** .password-store/** *.kdbx .s3cfg .boto rclone.conf *.ovpn'),
  ...rows('secret', '.config/chromium/** .config/bravesoftware/** .thunderbird/** .config/discord/** tdata/**'),
  ...rows('personal', '.bash_history .zsh_history .mysql_history .psql_history .python_history'),
  ...rows('secret', 'wallet.dat .bitcoin/** .ethereum/** .electrum/** .monero/** exodus.wallet/**'),
  ...rows('secret', 'cookies.sqlite key3.db key4.db logins.json .mozilla/** .config/google-chrome/**'),
  ...rows('secret', 'library/keychains/** *.keychain *.keychain-db'),
  ...rows('secret', 'system32/config/sam system32/config/system system32/config/security'),
  ...rows('secret', 'proc/*/environ proc/*/mem proc/kcore /dev/mem /dev/kmem /dev/input/**'),
  [FILES_OF_A_PROCESS, 'secret'],
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
])

/** The kind of a path that attackers look for first; undefined for other paths. */
export const sensitivityOf = (text: string): Sensitivity | undefined =>
  // The public half of a key is meant to be shown.
  text.endsWith('.pub') ? undefined : kindOf(text)

export const isSensitivePath = (text: string): boolean => sensitivityOf(text) !== undefined
