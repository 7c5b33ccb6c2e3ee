import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'

/** Figures for Prometheus, of one app. */
export interface Metrics {
  readonly registry: Registry
  turn(operation: 'start' | 'preview' | 'continue', outcome: string, milliseconds: number): void
}

export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const turns = new Histogram({
    name: 'colloquy_turn_duration_seconds',
    help: 'Time from a chat request to its stored answer',
    labelNames: ['operation', 'outcome'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [registry],
  })
  const bound = new Map<string, { observe(seconds: number): void }>()
  return {
    registry,
    turn(operation, outcome, milliseconds) {
      const name = `${operation} ${outcome}`
      const one = bound.get(name) ?? turns.labels(operation, outcome)
      bound.set(name, one)
      one.observe(milliseconds / 1000)
    },
  }
}
