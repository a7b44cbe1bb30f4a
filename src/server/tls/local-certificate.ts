import { join } from 'node:path'

/** Where `anneal certs` writes, and the server looks when no certificate is configured. Clients are told to trust `caFile`. */
export function localCertificateFiles(home: string) {
  const at = (name: string) => join(home, 'certs', name)
  return { caFile: at('ca.pem'), caKeyFile: at('ca-key.pem'), certFile: at('cert.pem'), keyFile: at('key.pem') }
}
