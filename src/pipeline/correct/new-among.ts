/** Texts that a change has brought: each one that was there before stands for one that is there now. */
export function newAmong(after: readonly string[], before: readonly string[]): string[] {
  const known = [...before]
  return after.filter((each) => {
    const at = known.indexOf(each)
    if (at !== -1) known.splice(at, 1)
    return at === -1
  })
}
