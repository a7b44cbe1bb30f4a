/** Where the frame for untrusted output is loaded from, as the page is reached by this host. */
export function frameAddressOf({ host, protocol }: { host: string; protocol: string }): string {
  const [, name = '', port = ''] = /^(.*?)(:\d+)?$/.exec(host) ?? []
  // The two names of one's own host are two origins, so the frame shares no cookie and no process with the page. Everywhere else it is
  // the sandbox alone that gives it an origin of its own.
  const other = protocol === 'http:' ? OTHER_NAMES[name] : undefined
  return other === undefined ? '/frame' : `http://${other}${port}/frame`
}

const OTHER_NAMES: Record<string, string> = { localhost: '127.0.0.1', '127.0.0.1': 'localhost' }

/** Scripts of this server alone, no text as code, no page around it, and nothing from elsewhere. */
export function pageHeaders({ nonce, frame }: { nonce: string; frame: string }): Record<string, string> {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    // The editor and the terminal write their styles into the page.
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    `frame-src ${frame.startsWith('/') ? "'self'" : frame}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ]
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy.join('; '),
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
    'x-dns-prefetch-control': 'off',
  }
}
