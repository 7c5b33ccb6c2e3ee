import type { NewDeployment } from '../environments/environments.js'

/** Several releases run in one environment at the same time, each for a share of the visitors. */
export interface Experiment {
  id: string
  workspaceId: string
  botId: string
  /** Null for `live`. */
  environmentId: string | null
  name: string
  /** JSON text: releases and their weights, the control first. */
  variants: string
  /** JSON text: what counts as a conversion. */
  goal: string
  /** The smallest difference between rates of conversion that matters, above 0 and at most 1. */
  minimumDifference: number
  /** The winner becomes current by itself. */
  isPromoting: boolean
  authorId: string | null
  createdAt: number
  /** When its figures were last looked at for a promotion. */
  checkedAt: number
  /** Null while it runs. */
  endedAt: number | null
  /** How it ended: by hand, with a promotion, or because another release became current in its environment. */
  outcome: ExperimentOutcome | null
  promotedReleaseId: string | null
}
export type ExperimentOutcome = 'stopped' | 'promoted' | 'replaced'
export type NewExperiment = Omit<Experiment, 'checkedAt' | 'endedAt' | 'outcome' | 'promotedReleaseId'>

/** A result of a visitor who was given a variant. */
export interface Exposure {
  resultId: string
  experimentId: string
  /** Index of the variant. */
  variant: number
  /** Who it is: the same for all results of a visitor who was recognised. */
  visitor: string
  createdAt: number
  /** When the goal was reached first; null until then. */
  convertedAt: number | null
}

export interface ExperimentStore {
  /**
   * Starts it. `releaseIds` are those of its variants, the control first; `assignment` is what `StartableBot.experiment` says from now on. `replaced`
   * when the control is not the current release of the environment, `running` when that has a running experiment.
   */
  start(
    experiment: NewExperiment,
    releaseIds: readonly string[],
    assignment: string,
  ): Promise<'started' | 'missing' | 'release-missing' | 'replaced' | 'running'>
  get(workspaceId: string, botId: string, id: string): Promise<Experiment | undefined>
  /** Of a bot, newest first, after `before` (exclusive keyset). */
  list(
    workspaceId: string,
    botId: string,
    page: { before?: { createdAt: number; id: string } | undefined; limit: number },
  ): Promise<Experiment[]>
  /** Visitors of each variant that has any, and how many of them reached the goal. */
  counts(workspaceId: string, id: string): Promise<{ variant: number; visitors: number; conversions: number }[]>
  /** Ends it, and makes a release current where it ran if `deployment` says so. False when it does not run. */
  end(workspaceId: string, botId: string, id: string, now: number, deployment?: NewDeployment): Promise<boolean>
  /** Running ones that promote their winner and were not looked at since `before`: each for one caller only. At most `limit`. */
  takePromoting(now: number, before: number, limit: number): Promise<Experiment[]>
}
