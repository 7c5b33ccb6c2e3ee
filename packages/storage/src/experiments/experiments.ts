import type { NewDeployment } from '../environments/environments.js'
import type { ExperimentOutcome } from '../environments/running-experiments.js'

/** Several releases that run in one environment at the same time, each for a share of the visitors. */
export interface Experiment {
  id: string
  workspaceId: string
  botId: string
  /** Null for `live`. */
  environmentId: string | null
  name: string
  /** JSON text: releases and their weights, the control first. */
  variants: string
  /** JSON text: the condition that counts as a conversion. */
  goal: string
  /** The smallest difference between conversion rates that matters, above 0 and at most 1. */
  minimumDifference: number
  /** True if the winner becomes current automatically. */
  isPromoting: boolean
  authorId: string | null
  createdAt: number
  /** Time at which its results were last checked for a promotion. */
  checkedAt: number
  /** Null while it runs. */
  endedAt: number | null
  outcome: ExperimentOutcome | null
  promotedReleaseId: string | null
}
export type NewExperiment = Omit<Experiment, 'checkedAt' | 'endedAt' | 'outcome' | 'promotedReleaseId'>

/** A result of a visitor who was assigned a variant. */
export interface Exposure {
  resultId: string
  experimentId: string
  /** Index of the variant. */
  variant: number
  /** Identifies the visitor: the same for all results of a visitor who was recognized. */
  visitor: string
  createdAt: number
  /** Time at which the goal was first reached; null until then. */
  convertedAt: number | null
}

export interface ExperimentStore {
  /**
   * Starts an experiment. `releaseIds` are those of its variants, the control first; `assignment` becomes the value of
   * `StartableBot.experiment`. `replaced` if the control is not the current release of the environment, `running` if the environment
   * already has a running experiment.
   */
  start(
    experiment: NewExperiment,
    releaseIds: readonly string[],
    assignment: string,
  ): Promise<'started' | 'missing' | 'release-missing' | 'replaced' | 'running'>
  get(workspaceId: string, botId: string, id: string): Promise<Experiment | undefined>
  /** Experiments of a bot, newest first, after `before` (exclusive keyset). */
  list(
    workspaceId: string,
    botId: string,
    page: { before?: { createdAt: number; id: string } | undefined; limit: number },
  ): Promise<Experiment[]>
  /** Number of visitors of each variant that has any, and how many of them reached the goal. */
  counts(workspaceId: string, id: string): Promise<{ variant: number; visitors: number; conversions: number }[]>
  /** Ends it, and makes a release current in its environment if `deployment` is given. False if it is not running. */
  end(workspaceId: string, botId: string, id: string, now: number, deployment?: NewDeployment): Promise<boolean>
  /** Running experiments that promote their winner and were last checked before `before`: each for one caller only. At most `limit`. */
  takePromoting(now: number, before: number, limit: number): Promise<Experiment[]>
}
