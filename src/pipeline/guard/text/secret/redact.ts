/** Enough of a secret to know which one is meant, and never enough to use it. */
export const redact = (secret: string): string =>
  secret.length < 12 ? `${secret.length} characters` : `${secret.slice(0, 4)}…, ${secret.length} characters`
