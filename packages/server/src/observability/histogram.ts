import type { Registry } from 'prom-client'

/**
 * A histogram for Prometheus that is counted in plain arrays: each turn is observed, and the registry is read every some seconds. The
 * bounds of its buckets ascend.
 */
export class Histogram<Label extends string = never> {
  readonly #description: { name: string; help: string; labelNames: readonly Label[]; buckets: readonly number[] }
  readonly #series = new Map<string, Series>()

  constructor(
    registry: Registry,
    description: { name: string; help: string; labelNames?: readonly Label[]; buckets: readonly number[] },
  ) {
    this.#description = { labelNames: [], ...description }
    if (this.#description.labelNames.length === 0) this.#begin('', [])
    registry.registerMetric(this as never)
  }

  /** `labels` are the values of the label names, in their order: words without spaces. */
  observe(value: number, ...labels: readonly string[]): void {
    const key = labels.join(' ')
    const series = this.#series.get(key) ?? this.#begin(key, labels)
    const bucket = this.#description.buckets.findIndex((bound) => value <= bound)
    if (bucket >= 0) series.counts[bucket]! += 1
    series.sum += value
    series.count += 1
  }

  #begin(key: string, labels: readonly string[]): Series {
    const series = { labels, counts: this.#description.buckets.map(() => 0), sum: 0, count: 0 }
    this.#series.set(key, series)
    return series
  }

  get name(): string {
    return this.#description.name
  }

  /** As the registry wants it. */
  async get() {
    const { name, help, labelNames, buckets } = this.#description
    const values = [...this.#series.values()].flatMap(({ labels: ofSeries, counts, sum, count }) => {
      const labels = Object.fromEntries(labelNames.map((label, index) => [label, ofSeries[index]]))
      let sofar = 0
      const bounded = buckets.map((bound, index) => {
        sofar += counts[index] as number
        return { metricName: `${name}_bucket`, labels: { le: bound, ...labels }, value: sofar }
      })
      return [
        ...bounded,
        { metricName: `${name}_bucket`, labels: { le: '+Inf', ...labels }, value: count },
        { metricName: `${name}_sum`, labels, value: sum },
        { metricName: `${name}_count`, labels, value: count },
      ]
    })
    return { name, help, type: 'histogram', aggregator: 'sum', values }
  }
}

interface Series {
  readonly labels: readonly string[]
  /** Observations that fell into each bucket and in none before it. */
  readonly counts: number[]
  sum: number
  count: number
}
