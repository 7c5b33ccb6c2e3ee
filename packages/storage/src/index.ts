/** Storage of bots, conversations and results: one interface, `Storage`, implemented for SQLite and PostgreSQL. */

export { accountIdsOf, type BotChannel, channelsText } from './bots/bot-channels.js'
export { type BotComment, type BotCommentStore, maxComments } from './bots/bot-comments.js'
export { type BotOperationStore, keptBatches, type OperationBatch } from './bots/bot-operations.js'
export type { BotTest, BotTestStore, TestQuota } from './bots/bot-tests.js'
export * from './bots/bots.js'
export * from './bots/credentials.js'
export * from './bots/custom-domains.js'
export * from './bots/folders.js'
export * from './bots/releases.js'
export * from './bots/theme-templates.js'
export * from './bots/uploads.js'
export * from './bots/webhooks.js'
export type { Changes, Topic } from './changes.js'
export type { ClockStore } from './clock.js'
export * from './contacts/contacts.js'
export * from './conversations/conversations.js'
export * from './conversations/inbox-metrics.js'
export * from './conversations/inbox-presence.js'
export * from './conversations/teams.js'
export * from './conversations/waiting-mails.js'
export * from './deliveries/deliveries.js'
export type {
  Deployment,
  DeploymentTarget,
  Environment,
  EnvironmentStore,
  NewDeployment,
} from './environments/environments.js'
export type { ExperimentOutcome } from './environments/running-experiments.js'
export type {
  Experiment,
  ExperimentStore,
  Exposure,
  NewExperiment,
} from './experiments/experiments.js'
export * from './holders/holders.js'
export * from './integrations/integration-calls.js'
export * from './knowledge/knowledge.js'
export * from './messaging/messaging.js'
export * from './messaging/preview-phones.js'
export { NewerSchemaError } from './migrations.js'
export * from './models/model-spending.js'
export { MoveError } from './move/end.js'
export type { OnTable } from './move/move-database.js'
export * from './notifications/notifications.js'
export {
  copyFromPostgres,
  examinePostgres,
  fillPostgres,
  moveDatabase,
  openPostgres,
} from './on-demand.js'
export * from './people/account-links.js'
export * from './people/oauth-sign-ins.js'
export * from './people/operator.js'
export * from './people/people.js'
export * from './people/settings.js'
export * from './people/sign-ins.js'
export * from './people/standing-items.js'
export * from './people/tokens.js'
export * from './people/workspaces.js'
export { connectionsOfProcess } from './postgres/connections.js'
export type { PostgresState } from './postgres/examine-postgres.js'
export type { PostgresOptions } from './postgres/open-postgres.js'
export { type Quota, QuotaReachedError, type Quotas, quotaNames } from './quota-limits.js'
export * from './recordings/recordings.js'
export type { RemovalProgress, RemovalStore } from './removals/removals.js'
export * from './results/analytics.js'
export * from './results/answer-summary.js'
export type { PageSize, Position, ResultPage } from './results/result-page.js'
export type { AnswerRow, LogRow, ResultRow, VisitedEdge } from './results/result-row.js'
export * from './results/result-search.js'
export * from './results/results.js'
export * from './results/summary-links.js'
export * from './results/summary-mails.js'
export * from './sessions/sessions.js'
export { copyDatabase, type DatabaseState, examineDatabase } from './sqlite/copy-database.js'
export {
  type DriverCalls,
  forget as forgetDriverCalls,
  newDriverCalls,
  outsideOfDriver,
} from './sqlite/driver-calls.js'
export { FolderTakenError, lockFolder } from './sqlite/instance-lock.js'
export { openSqlite, type SqliteOptions } from './sqlite/open-sqlite.js'
export * from './storage.js'
