const REFERENCE = /\\\$|\$(?:\{([A-Za-z_][A-Za-z0-9_]*)\}|([A-Za-z_][A-Za-z0-9_]*))/g

/** Replaces `$NAME` and `${NAME}` by their values, or by nothing; `\$` is a dollar. */
export function expandVariables(text: string, env: ReadonlyMap<string, string>): string {
  return text.replace(REFERENCE, (found, braced?: string, bare?: string) =>
    found === '\\$' ? '$' : (env.get(braced ?? bare ?? '') ?? ''),
  )
}
