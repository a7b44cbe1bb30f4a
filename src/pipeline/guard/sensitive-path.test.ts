import { describe, expect, it } from 'vitest'
import { namesMetadataAddress } from '../../contract/metadata-address.ts'
import { findDangers } from './find-dangers.ts'
import { guards } from './guards.ts'
import { sensitivityOf } from './sensitive-path.ts'

type Row = [path: string, kind: 'secret' | 'personal' | undefined, why: string]

const PATHS: Row[] = [
  ['config/sample.json', undefined, 'begins like the accounts of Windows'],
  ['config/sam.yaml', undefined, 'begins like the accounts of Windows'],
  ['data/leveldb/000003.log', undefined, 'a database of any program'],
  ['cache/my-leveldb', undefined, 'a name with the name of a database in it'],
  ['docs/id_rsa.md', undefined, 'a text about keys'],
  ['keys/id_rsa.pub', undefined, 'the public half of a key'],
  ['src/valid_rsa', undefined, 'ends like a key'],
  ['.awsome/config', undefined, 'begins like the folder of a cloud'],
  ['.sshfs/mounts', undefined, 'begins like the folder of keys'],
  ['etc/shadowsocks.json', undefined, 'begins like the passwords of the machine'],
  ['wallet.data.csv', undefined, 'begins like a wallet'],
  ['reports/web data.csv', undefined, 'begins like the store of a browser'],
  ['src/dev/sdk', undefined, 'a folder that is called like that of devices'],
  ['my.cnf', undefined, 'settings of a server, without the dot of a home'],
  ['/etc/shadow', 'secret', 'password hashes'],
  ['/etc/sudoers.d/ops', 'secret', 'who may become root'],
  ['/mnt/host/etc/shadow', 'secret', 'the same, of a machine that was mounted'],
  ['../../../../etc/shadow', 'secret', 'the same, by a way that leads up'],
  ['/etc/passwd', 'personal', 'accounts'],
  ['/home/ada/.ssh/id_ed25519', 'secret', 'a private key'],
  ['backup/id_rsa', 'secret', 'a private key, wherever it lies'],
  ['/home/ada/.ssh/known_hosts', 'personal', 'which hosts somebody uses'],
  ['/home/ada/.aws/config', 'secret', 'profiles of a cloud, with their keys'],
  ['/home/ada/.aws/credentials', 'secret', 'keys of a cloud'],
  ['/home/ada/.kube/config', 'secret', 'keys of clusters'],
  ['/home/ada/.netrc', 'secret', 'passwords of servers'],
  ['/home/ada/.docker/config.json', 'secret', 'passwords of registries'],
  ['/home/ada/.bash_history', 'personal', 'all that somebody typed'],
  ['/proc/self/environ', 'secret', 'the environment of this process'],
  ['/proc/2/environ', 'secret', 'the environment of any process'],
  ['/proc/1/mem', 'secret', 'the memory of a process'],
  [['/proc/1', 'root', 'srv/data'].join('/'), 'secret', 'files as another process sees them'],
  ['/dev/sda1', 'secret', 'a disk, whatever lies on it'],
  ['/run/secrets/db_password', 'secret', 'secrets of a container'],
  ['/home/ada/.mozilla/firefox/x/logins.json', 'secret', 'saved passwords'],
  ['/home/ada/.config/google-chrome/Default/Cookies', 'secret', 'open sessions'],
  ['/home/ada/.bitcoin/wallet.dat', 'secret', 'money'],
]

const RULES = ['python/sensitive-file', 'javascript/sensitive-file', 'bash/read-secret', 'sql/read-server-file']

const PROGRAMS: Record<string, (path: string) => string> = {
  python: (path) => `print(open(${JSON.stringify(path)}).read())\n`,
  javascript: (path) => `console.log(require('fs').readFileSync(${JSON.stringify(path)}, 'utf8'))\n`,
  typescript: (path) => `import fs from 'node:fs'\nconsole.log(fs.readFileSync(${JSON.stringify(path)}, 'utf8'))\n`,
  bash: (path) => `cat '${path}'\n`,
  sql: (path) => `COPY t FROM '${path}';\n`,
}

const found = (language: string, code: string) =>
  findDangers({ code, language }, guards).findings.filter(({ rule }) => RULES.includes(rule))

describe('paths that are sensitive', () => {
  it.each(PATHS)('are the same in every language: %s is %s (%s)', (path, kind) => {
    expect(sensitivityOf(path)).toBe(kind)
    for (const [language, write] of Object.entries(PROGRAMS)) {
      expect(found(language, write(path)), language).toHaveLength(kind === undefined ? 0 : 1)
    }
  })

  it.each(PATHS)('are the same in commands that programs start: %s is %s', (path, kind) => {
    const python = findDangers({ language: 'python', code: `import os\nos.system("cat '${path}'")\n` }, guards)
    const javascript = { language: 'javascript', code: `require('child_process').execSync("cat '${path}'")\n` }
    const isTold = [
      python.findings.some(({ message }) => /hold accounts or keys|Wipes traces/.test(message)),
      findDangers(javascript, guards).findings.some(({ rule }) => rule === 'javascript/credential-command'),
    ]
    expect(isTold).toEqual([kind !== undefined, kind !== undefined])
  })

  it.each([
    ['a path in the call', 'open("/etc/shadow")'],
    ['a path that is put together in the call', 'import os\nopen(os.path.join("/home/ann/.ssh", "id_rsa"))'],
    ['a path object in the call', 'from pathlib import Path\nPath("/etc/shadow").read_text()'],
  ])('are reported once for one call: %s', (_, code) => {
    expect(found('python', code)).toHaveLength(1)
  })

  it('are known by the names in a path, whichever slashes it has and whatever the program adds', () => {
    const paths = ['C:\\Windows\\System32\\config\\SAM', '/etc/./x/../shadow', '\u0000/.ssh/id_rsa', '~/.ssh/*', '.ssh']
    expect(paths.map(sensitivityOf)).toEqual(paths.map(() => 'secret'))
  })
})

describe('addresses at which clouds hand out credentials', () => {
  it.each([
    ['169.254.169.254', true],
    ['[fd00:ec2::254]', true],
    ['169.254.170.2', true],
    ['100.100.100.200', true],
    ['metadata.google.internal', true],
    ['169.254.1.1', false],
    ['100.100.100.20', false],
    ['metadata.example.com', false],
  ])('are the same in every language: %s is %s', (host, isOne) => {
    const url = `http://${host}/latest/`
    expect(namesMetadataAddress(url)).toBe(isOne)
    const programs = {
      python: `import requests\nrequests.get("${url}")\n`,
      javascript: `fetch("${url}")\n`,
      bash: `curl '${url}'\n`,
    }
    for (const [language, code] of Object.entries(programs)) {
      const told = findDangers({ code, language }, guards).findings.filter(({ rule }) =>
        rule.endsWith('cloud-metadata'),
      )
      expect(told, language).toHaveLength(isOne ? 1 : 0)
    }
  })
})
