const SENSITIVE = [
  /(?:^|[/\\])etc[/\\](?:shadow|gshadow|passwd|sudoers|master\.passwd|ssh[/\\]|kubernetes[/\\])/,
  /\.ssh(?:[/\\]|$)|\bid_(?:rsa|dsa|ecdsa|ed25519)\b(?!\.pub)|authorized_keys/,
  /\.aws[/\\]credentials|\.azure[/\\]|gcloud[/\\](?:credentials|application_default)|\.kube[/\\]config/,
  /(?:^|[/\\])\.(?:netrc|npmrc|pypirc|git-credentials|pgpass|my\.cnf|bash_history|zsh_history|vault-token)$/,
  /\.docker[/\\]config\.json|\.gnupg[/\\]?|\.config[/\\](?:gh|solana)[/\\]/,
  /[/\\](?:Login Data|Web Data|Cookies|key4\.db|logins\.json|cookies\.sqlite)$|User Data[/\\]/,
  /wallet\.dat|(?:^|[/\\])\.(?:bitcoin|ethereum|electrum|monero)[/\\]|Exodus[/\\]|leveldb/,
  /^\/proc\/(?:self|\d+|1|\uFFFC)\/(?:environ|mem|root)\b|^\/dev\/k?mem$|^\/proc\/kcore/,
  /Library[/\\]Keychains|\.keychain|windows[/\\]system32[/\\]config[/\\]SAM/i,
  /\/var\/run\/secrets\/|\/run\/secrets\//,
]

/** Files that hold keys, passwords or the life of their user. */
export const isSensitivePath = (path: string): boolean =>
  path.length < 1000 && SENSITIVE.some((pattern) => pattern.test(path))
