/**
 * A target in which a release of a bot runs beside `live`. `live` is the bot itself: its public id, its published release and its column
 * `environment`. Where a method takes the id of an environment, null means `live`.
 */
export interface Environment {
  id: string
  workspaceId: string
  botId: string
  name: string
  publicId: string
  /** The release that new chats use; null until one is published there. */
  releaseId: string | null
  /** JSON text: values of variables and replacement credentials; null if there are none. */
  settings: string | null
  createdAt: number
  updatedAt: number
}

/** The event that a release became current in an environment, or will become so at `dueAt`. */
export interface Deployment {
  id: string
  workspaceId: string
  botId: string
  environmentId: string | null
  releaseId: string
  /** The release that was current before; null if there was none, and until the deployment is done. */
  replacedReleaseId: string | null
  authorId: string | null
  createdAt: number
  dueAt: number
  /** Null until it is done. */
  doneAt: number | null
  /** Time at which it was due and its author could no longer change the bot; null otherwise. */
  skippedAt: number | null
}
export type NewDeployment = Omit<Deployment, 'replacedReleaseId' | 'doneAt' | 'skippedAt'>

/** The environment that a new release is deployed to, and when. */
export interface DeploymentTarget {
  environmentId: string | null
  /** Milliseconds since 1970; null for immediately. */
  dueAt: number | null
}

export interface EnvironmentStore {
  /** Environments of a bot except `live`, oldest first. */
  list(workspaceId: string, botId: string): Promise<Environment[]>
  /** Writes nothing if the bot is gone, already has an environment of this name, has `max` of them, or if the public id is in use. */
  create(environment: Environment, max: number): Promise<'created' | 'missing' | 'name-taken' | 'id-taken' | 'full'>
  /** False when the bot has no such environment. */
  configure(
    workspaceId: string,
    botId: string,
    environmentId: string | null,
    settings: string | null,
    now: number,
  ): Promise<boolean>
  /** Deletes an environment. Chats that started there continue; its experiment ends. False if the bot has no such environment. */
  delete(workspaceId: string, botId: string, environmentId: string, now: number): Promise<boolean>
  /**
   * Makes a release current if `dueAt` is not after `createdAt`; otherwise schedules it. A release that becomes current immediately
   * replaces the deployments scheduled for that environment and ends its experiment. `missing` if the bot, the release or the environment
   * is gone.
   */
  deploy(deployment: NewDeployment): Promise<'deployed' | 'scheduled' | 'missing'>
  /** True if the release was current there before: deploying it again is a rollback. */
  wasCurrent(workspaceId: string, botId: string, environmentId: string | null, releaseId: string): Promise<boolean>
  /** Cancels a scheduled deployment. False if there is no such deployment or it is done. */
  cancel(workspaceId: string, botId: string, id: string): Promise<boolean>
  /** Deployments of a bot, newest first, after `before` (exclusive keyset). */
  deployments(
    workspaceId: string,
    botId: string,
    page: { before?: { createdAt: number; id: string } | undefined; limit: number },
  ): Promise<Deployment[]>
  /** Scheduled deployments, the next one first, and the latest deployment that was done in each environment. */
  standing(workspaceId: string, botId: string): Promise<{ scheduled: Deployment[]; latest: Deployment[] }>
  /** Deployments that are due, at most `limit`, the first ones first. */
  due(now: number, limit: number): Promise<Deployment[]>
  /**
   * Performs a scheduled deployment, exactly once even if other processes do the same at this time. False if it is done, skipped or
   * cancelled.
   */
  perform(deployment: Deployment, now: number): Promise<boolean>
  /** Marks a scheduled deployment as skipped: it is never performed. */
  skip(deployment: Deployment, now: number): Promise<void>
}
