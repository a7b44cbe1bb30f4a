import type { ImportedModule } from '../../../contract/analysis.ts'
import { type Node, textOf, walk } from '../../../language/tree/tree.ts'
import { knownFor, type Sign, signsOfImports } from './reach.ts'
import type { PlacedTree } from './signs-of-calls.ts'

const programs = knownFor({
  network: `curl wget ssh scp sftp rsync nc ncat netcat telnet ftp ping dig nslookup host traceroute git npm npx yarn pnpm pip
    pip3 apt apt-get yum dnf apk brew docker podman kubectl helm aws gcloud az psql mysql redis-cli mongosh nmap socat
    openssl whois http`,
  files: `cat cp mv rm ls find touch mkdir rmdir ln tee dd tar zip unzip gzip gunzip chmod chown stat du df head tail wc sort
    sed grep awk install shred truncate mktemp split diff`,
})

/** A redirection to one of these touches no file. */
const NO_FILE = /^(?:\/dev\/(?:null|stdout|stderr|tty|fd\/\d+)|&?\d+|-)$/

/** Signs that a script uses the world around it: every program that it starts is a process. */
export function bashSigns(placed: PlacedTree, imports: readonly ImportedModule[]): Sign[] {
  const [started] = imports
  const processes: Sign[] = started
    ? [{ outside: 'processes', seen: `starts ${started.name}`, line: started.line }]
    : []
  const redirected = Array.from(walk(placed.tree.root)).flatMap((node): Sign[] => {
    const target = node.type === 'Redirect' ? node.children.find(({ type }) => type === 'Word') : undefined
    return target ? signOfTarget(target, placed) : []
  })
  return [...signsOfImports(imports, programs), ...redirected, ...processes]
}

function signOfTarget(target: Node, { tree, lineAt }: PlacedTree): Sign[] {
  const text = textOf(tree, target).slice(0, 60)
  const line = lineAt(target.start)
  if (/^\/dev\/(?:tcp|udp)\//.test(text)) return [{ outside: 'network', seen: `uses ${text}`, line }]
  return NO_FILE.test(text) ? [] : [{ outside: 'files', seen: `redirects to or from ${text}`, line }]
}
