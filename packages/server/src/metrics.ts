import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import { Histogram } from './histogram.js'

/** Figures for Prometheus, of one app. */
export interface Metrics {
  readonly registry: Registry
  turn(operation: 'start' | 'preview' | 'continue', outcome: string, milliseconds: number): void
  /** Something that a block had done for it: a request, a script, a mail. */
  effect(kind: string, milliseconds: number): void
  /** One transaction of turns that were ready together. */
  commit(turns: number, milliseconds: number): void
  /** `size` tells how many sessions have a turn under way or waiting. */
  watchQueue(size: () => number): void
  /** `guesses` tells how many replies were taken on a session as it was remembered, by whether it stood there so. */
  watchGuesses(guesses: { readonly right: number; readonly wrong: number }): void
}

export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const turns = new Histogram(registry, {
    name: 'colloquy_turn_duration_seconds',
    help: 'Time from a chat request to its stored answer',
    labelNames: ['operation', 'outcome'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
  })
  const effects = new Histogram(registry, {
    name: 'colloquy_effect_duration_seconds',
    help: 'Time that something took which a block had done for it',
    labelNames: ['kind'],
    buckets: [0.001, 0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
  })
  const commits = new Histogram(registry, {
    name: 'colloquy_commit_duration_seconds',
    help: 'Time of one transaction of turns, until it was on the disk',
    buckets: [0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1, 5],
  })
  const batches = new Histogram(registry, {
    name: 'colloquy_commit_turns',
    help: 'Turns that shared one transaction',
    buckets: [1, 2, 4, 8, 16, 32, 64, 128],
  })
  return {
    registry,
    turn: (operation, outcome, milliseconds) => turns.observe(milliseconds / 1000, operation, outcome),
    effect: (kind, milliseconds) => effects.observe(milliseconds / 1000, kind),
    commit(turns, milliseconds) {
      commits.observe(milliseconds / 1000)
      batches.observe(turns)
    },
    watchQueue(size) {
      new Gauge({
        name: 'colloquy_busy_sessions',
        help: 'Sessions that have a turn under way or waiting',
        registers: [registry],
        collect() {
          this.set(size())
        },
      })
    },
    watchGuesses(guesses) {
      new Counter({
        name: 'colloquy_guessed_turns_total',
        help: 'Replies taken on a session as it was remembered, by whether it stood there so',
        labelNames: ['guess'],
        registers: [registry],
        collect() {
          this.reset()
          this.inc({ guess: 'right' }, guesses.right)
          this.inc({ guess: 'wrong' }, guesses.wrong)
        },
      })
    },
  }
}
