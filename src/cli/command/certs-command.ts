import type { Command } from 'commander'
import { type Bind, withJson } from '../declare.ts'
import { EXIT } from '../exit-code.ts'
import type { Call } from '../host.ts'
import { printJson } from '../text/print-json.ts'
import type { CertsReport } from './certs.ts'

export function addCerts(program: Command, bind: Bind) {
  const command = program
    .command('certs')
    .argument('[domain]', 'NAME or NAME:PORT; the configured e2bDomain when absent')
    .summary('make certificates for E2B clients that name a domain')
    .description(
      'Make a certificate for every host below a domain, and an authority of this host that vouches for it, under ANNEAL_HOME. Once more makes a new certificate of the same authority.',
    )
  bind(withJson(command), makeCerts)
}

async function makeCerts({ host, args, flags }: Call<{ json?: boolean }>): Promise<number> {
  const { makeCertsHere } = await import('./certs.ts')
  const report = await makeCertsHere(args[0])
  if (flags.json) await printJson(host, report)
  else await host.stdout.write(reportText(report))
  return EXIT.ok
}

function reportText({ domain, caFile, validUntil, isNewAuthority }: CertsReport): string {
  const name = domain.split(':')[0]
  const authority = isNewAuthority
    ? 'and an authority of this host that vouches for it'
    : 'of the authority that was there'
  return `Made a certificate for *.${name} until ${validUntil.slice(0, 10)}, ${authority}.

Start the server with it:
  ANNEAL_E2B_DOMAIN=${domain} anneal serve

Set for programs that use E2B:
  export E2B_DOMAIN=${domain}
  export E2B_API_KEY=KEY                  # made with "anneal keys add USER"
  export NODE_EXTRA_CA_CERTS=${caFile}    # JavaScript
  export SSL_CERT_FILE=${caFile}          # Python

*.${name} must lead to this host: in DNS, or by the system itself as *.localhost often does.
`
}
