/**
 * A place in which a release of a bot runs beside `live`, which is the bot itself: its public id, its published release and its
 * column `environment`. Where a method takes the id of an environment, null stands for `live`.
 */
export interface Environment {
  id: string
  workspaceId: string
  botId: string
  name: string
  publicId: string
  /** The release that new chats run on; null before anything was published there. */
  releaseId: string | null
  /** JSON text: values of variables and other credentials; null without any. */
  settings: string | null
  createdAt: number
  updatedAt: number
}

/** That a release became current in an environment, or will at `dueAt`. */
export interface Deployment {
  id: string
  workspaceId: string
  botId: string
  environmentId: string | null
  releaseId: string
  /** What was current before; null when there was nothing, and until it is done. */
  replacedReleaseId: string | null
  authorId: string | null
  createdAt: number
  dueAt: number
  /** Null until it is done. */
  doneAt: number | null
}
export type NewDeployment = Omit<Deployment, 'replacedReleaseId' | 'doneAt'>

/** Where a new release goes, and when. */
export interface DeploymentTarget {
  environmentId: string | null
  /** Milliseconds since 1970; null at once. */
  dueAt: number | null
}

export interface EnvironmentStore {
  /** Those of a bot beside `live`, oldest first. */
  list(workspaceId: string, botId: string): Promise<Environment[]>
  /** Writes nothing when the bot is gone, has one of this name, has `most` of them, or when the public id belongs to something else. */
  create(environment: Environment, most: number): Promise<'created' | 'missing' | 'name-taken' | 'id-taken' | 'full'>
  /** False when the bot has no such environment. */
  configure(
    workspaceId: string,
    botId: string,
    environmentId: string | null,
    settings: string | null,
    now: number,
  ): Promise<boolean>
  /** Chats that began there go on; its experiment ends. False when the bot has no such environment. */
  delete(workspaceId: string, botId: string, environmentId: string, now: number): Promise<boolean>
  /**
   * Makes a release current where `dueAt` is not after `createdAt`, else schedules it. A release that becomes current at once replaces what
   * was scheduled there, and ends the experiment there. `missing` when the bot, the release or the environment is gone.
   */
  deploy(deployment: NewDeployment): Promise<'deployed' | 'scheduled' | 'missing'>
  /** Whether the release was current there before: to make it current again is a rollback. */
  wasCurrent(workspaceId: string, botId: string, environmentId: string | null, releaseId: string): Promise<boolean>
  /** Takes back what is scheduled. False when there is no such deployment or it is done. */
  cancel(workspaceId: string, botId: string, id: string): Promise<boolean>
  /** Of a bot, newest first, after `before` (exclusive keyset). */
  deployments(
    workspaceId: string,
    botId: string,
    page: { before?: { createdAt: number; id: string } | undefined; limit: number },
  ): Promise<Deployment[]>
  /** What is scheduled, the next first, and what was done last in each environment. */
  standing(workspaceId: string, botId: string): Promise<{ scheduled: Deployment[]; latest: Deployment[] }>
  /** Carries out what is due, each once, whoever else does the same at this time. How many there were; at most `limit`. */
  runDue(now: number, limit: number): Promise<number>
}
