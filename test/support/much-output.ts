export const bash = (code: string) => ({ code, language: 'bash' })

/** More than any buffer on the way holds, so that sending goes on after the program has ended. */
export const BYTES = 9_000_000
/** A script that prints them. */
export const MUCH = `head -c ${BYTES} /dev/zero | tr "\\0" x`
