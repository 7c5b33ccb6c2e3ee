import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { LimitName } from '../limits/limits.js'

declare module '../service.js' {
  interface Service {
    readonly metrics: Metrics
  }
}

/** Name of the process event that reports an uncaught error. */
export type FailureKind = 'uncaughtException' | 'unhandledRejection'

/** Prometheus metrics of one app. */
export interface Metrics {
  readonly registry: Registry
  turn(operation: 'start' | 'preview' | 'continue', outcome: string, milliseconds: number): void
  /** Records work done for a block: a request, a script, an email. */
  effect(kind: string, milliseconds: number): void
  /** Records one transaction of turns that were ready together. */
  commit(turns: number, milliseconds: number): void
  /** Records a request for an access token, with its outcome. */
  oauthRefresh(type: string, outcome: 'tokens' | 'refused' | 'failed'): void
  /** Records that a request was rejected, or something was cut, delayed or evicted, because of a limit. */
  limitReached(name: LimitName): void
  /** A team has given a conversation to one of its members. */
  conversationAssigned(): void
  /** Records an uncaught error that the process either survived or ended with. */
  uncaughtError(kind: FailureKind, outcome: 'survived' | 'ended'): void
  /** `size` returns the number of sessions with a turn in progress or waiting. */
  watchQueue(size: () => number): void
  /** `size` returns the number of workspaces in which no chat may begin, because they store too much. */
  watchQuota(size: () => number): void
  /** `size` returns the number of language models that are not called for a while, because their last calls failed. */
  watchModelCircuits(size: () => number): void
  /** `optimisticReads` counts the replies taken on a cached session, by whether the cache was up to date. */
  watchOptimisticReads(optimisticReads: { readonly right: number; readonly wrong: number }): void
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
  const effects = new Histogram({
    name: 'colloquy_effect_duration_seconds',
    help: 'Time that something took which a block had done for it',
    labelNames: ['kind'],
    buckets: [0.001, 0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [registry],
  })
  const commits = new Histogram({
    name: 'colloquy_commit_duration_seconds',
    help: 'Time of one transaction of turns, until it was on the disk',
    buckets: [0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1, 5],
    registers: [registry],
  })
  const batches = new Histogram({
    name: 'colloquy_commit_turns',
    help: 'Turns that shared one transaction',
    buckets: [1, 2, 4, 8, 16, 32, 64, 128],
    registers: [registry],
  })
  const limitsReached = new Counter({
    name: 'colloquy_limits_reached_total',
    help: 'How often a limit rejected, cut, delayed or evicted something, by its name in docs/limits.md',
    labelNames: ['limit'],
    registers: [registry],
  })
  const oauthRefreshes = new Counter({
    name: 'colloquy_oauth_refreshes_total',
    help: 'Access tokens that providers were asked for; after `refused`, somebody has to sign in again',
    labelNames: ['type', 'outcome'],
    registers: [registry],
  })
  const uncaughtErrors = new Counter({
    name: 'colloquy_uncaught_errors_total',
    help: 'Errors that no code caught, by kind and by whether the process survived them or ended in order',
    labelNames: ['kind', 'outcome'],
    registers: [registry],
  })
  const conversationsAssigned = new Counter({
    name: 'colloquy_conversations_assigned_total',
    help: 'Conversations that teams gave to members who were there',
    registers: [registry],
  })
  return {
    registry,
    uncaughtError: (kind, outcome) => uncaughtErrors.inc({ kind, outcome }),
    oauthRefresh: (type, outcome) => oauthRefreshes.inc({ type, outcome }),
    conversationAssigned: () => conversationsAssigned.inc(),
    limitReached: (limit) => limitsReached.inc({ limit }),
    turn: (operation, outcome, milliseconds) => turns.observe({ operation, outcome }, milliseconds / 1000),
    effect: (kind, milliseconds) => effects.observe({ kind }, milliseconds / 1000),
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
    watchQuota(size) {
      new Gauge({
        name: 'colloquy_full_workspaces',
        help: 'Workspaces whose conversations and results reach their quota: no chat starts there',
        registers: [registry],
        collect() {
          this.set(size())
        },
      })
    },
    watchModelCircuits(size) {
      new Gauge({
        name: 'colloquy_open_model_circuits',
        help: 'Language models, by host and credentials, that are not asked for a while because their last calls failed',
        registers: [registry],
        collect() {
          this.set(size())
        },
      })
    },
    watchOptimisticReads(optimisticReads) {
      new Counter({
        name: 'colloquy_guessed_turns_total',
        help: 'Replies taken on a session as it was remembered, by whether it stood there so',
        labelNames: ['guess'],
        registers: [registry],
        collect() {
          this.reset()
          this.inc({ guess: 'right' }, optimisticReads.right)
          this.inc({ guess: 'wrong' }, optimisticReads.wrong)
        },
      })
    },
  }
}
