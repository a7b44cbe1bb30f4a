const SAMPLE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/
/** Prometheus reads NaN and Inf in any case. */
const VALUE = /^([-+]?(\d+(\.\d+)?(e[-+]?\d+)?|inf)|nan)$/i
const LABEL = /([a-zA-Z_]\w*)="((?:[^"\\]|\\.)*)"(?:,|$)/gy

/** Reads the text exposition format strictly: a line that is neither comment nor sample is an error. */
export function metricsOf(text: string) {
  const samples = text
    .split('\n')
    .filter((line) => line !== '' && !/^# (HELP|TYPE) [\w:]+ /.test(line))
    .map((line) => {
      const [, name, labels = '', value = ''] = SAMPLE.exec(line) ?? []
      if (name === undefined || !VALUE.test(value)) throw new Error(`not a sample: ${line}`)
      return {
        name,
        labels: Object.fromEntries([...labels.matchAll(LABEL)].map((found) => [found[1], found[2]])),
        value: Number(value),
      }
    })
  return {
    /** The one sample with this name and exactly these labels. */
    value(name: string, labels: Record<string, string>): number | undefined {
      const wanted = JSON.stringify(Object.entries(labels).sort())
      return samples.find((each) => each.name === name && JSON.stringify(Object.entries(each.labels).sort()) === wanted)
        ?.value
    },
  }
}
