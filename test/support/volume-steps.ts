export type VolumeStep =
  | { do: 'save'; path: string; text: string }
  | { do: 'move'; from: string; to: string }
  | { do: 'remove'; path: string }

/** Steps of a writer on a volume: the same for every caller that knows its number. */
export function* volumeSteps(writer: number): Generator<VolumeStep> {
  for (let n = 0; ; n++) {
    const path = `${writer}-${n}`
    yield { do: 'save', path, text: `${path} `.repeat(n % 7 === 0 ? 50_000 : 50) }
    if (n % 3 === 0) yield { do: 'move', from: path, to: `moved/${path}` }
    if (n % 3 === 1) yield { do: 'remove', path }
  }
}

/** The files of a writer after this many steps. */
export function filesAfter(writer: number, steps: number): Record<string, string> {
  const files = new Map<string, string>()
  let taken = 0
  for (const step of volumeSteps(writer)) {
    if (taken++ === steps) break
    if (step.do === 'save') files.set(step.path, step.text)
    else if (step.do === 'remove') files.delete(step.path)
    else {
      files.set(step.to, files.get(step.from) ?? '')
      files.delete(step.from)
    }
  }
  return Object.fromEntries(files)
}
