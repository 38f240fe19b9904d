/** A sample in Prometheus' text format. */
interface Sample {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

/** Parses metrics. Labels must not contain quotes, commas or backslashes. */
export const parseMetrics = (text: string): readonly Sample[] =>
  [...text.matchAll(/^(\w+)(?:\{(.*)\})? (\S+)$/gm)].map(([, name = '', labels = '', value]) => ({
    name,
    labels: Object.fromEntries([...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, label, text]) => [label, text])),
    value: Number(value),
  }))

/** Returns the sum of all samples with this name and these labels; `undefined` when there are none. */
export function sumMetric(text: string, name: string, labels: Sample['labels'] = {}): number | undefined {
  const samples = parseMetrics(text).filter(
    (sample) =>
      sample.name === name && Object.entries(labels).every(([label, value]) => sample.labels[label] === value),
  )
  return samples.length === 0 ? undefined : samples.reduce((sum, { value }) => sum + value, 0)
}
