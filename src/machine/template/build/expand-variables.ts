const REFERENCE = /\\\$|\$(?:\{([A-Za-z_][A-Za-z0-9_]*)\}|([A-Za-z_][A-Za-z0-9_]*))/g

/** `$NAME` and `${NAME}` as their values, nothing for those that have none; `\$` is a dollar. */
export function expandVariables(text: string, env: ReadonlyMap<string, string>): string {
  return text.replace(REFERENCE, (found, braced?: string, bare?: string) =>
    found === '\\$' ? '$' : (env.get(braced ?? bare ?? '') ?? ''),
  )
}
