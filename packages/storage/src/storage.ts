import type { BotCommentStore } from './bots/bot-comments.js'
import type { BotOperationStore } from './bots/bot-operations.js'
import type { BotTestStore } from './bots/bot-tests.js'
import type { BotStore } from './bots/bots.js'
import type { CredentialsStore } from './bots/credentials.js'
import type { CustomDomainStore } from './bots/custom-domains.js'
import type { FolderStore } from './bots/folders.js'
import type { ReleaseStore } from './bots/releases.js'
import type { ThemeTemplateStore } from './bots/theme-templates.js'
import type { UploadStore } from './bots/uploads.js'
import type { WebhookStore } from './bots/webhooks.js'
import type { Changes } from './changes.js'
import type { Claims } from './claims.js'
import type { ClockStore } from './clock.js'
import type { ContactStore } from './contacts/contacts.js'
import type { ConversationStore } from './conversations/conversations.js'
import type { InboxMetricsStore } from './conversations/inbox-metrics.js'
import type { InboxPresenceStore } from './conversations/inbox-presence.js'
import type { TeamStore } from './conversations/teams.js'
import type { WaitingMailStore } from './conversations/waiting-mails.js'
import type { DeliveryStore } from './deliveries/deliveries.js'
import type { EnvironmentStore } from './environments/environments.js'
import type { ExperimentStore } from './experiments/experiments.js'
import type { IntegrationCallStore } from './integrations/integration-calls.js'
import type { KnowledgeStore } from './knowledge/knowledge.js'
import type { MessagingStore } from './messaging/messaging.js'
import type { PreviewPhoneStore } from './messaging/preview-phones.js'
import type { ModelSpendingStore } from './models/model-spending.js'
import type { NotificationStore } from './notifications/notifications.js'
import type { AccountLinkStore } from './people/account-links.js'
import type { OAuthSignInStore } from './people/oauth-sign-ins.js'
import type { AccountDeletionStore, OperatorStore } from './people/operator.js'
import type { CollaboratorStore, InvitationStore, MemberStore, UserStore } from './people/people.js'
import type { SettingStore } from './people/settings.js'
import type { PasswordStore, SignInStore } from './people/sign-ins.js'
import type { StandingItemStore } from './people/standing-items.js'
import type { TokenStore } from './people/tokens.js'
import type { WorkspaceStore } from './people/workspaces.js'
import type { RecordingStore } from './recordings/recordings.js'
import type { RemovalStore } from './removals/removals.js'
import type { AnalyticsStore } from './results/analytics.js'
import type { AnswerSummaryStore } from './results/answer-summary.js'
import type { ResultSearch } from './results/result-search.js'
import type { ResultStore } from './results/results.js'
import type { SummaryLinkStore } from './results/summary-links.js'
import type { SummaryMailStore } from './results/summary-mails.js'
import type { SessionStore } from './sessions/sessions.js'

/**
 * All stored data of Colloquy, behind one interface. Documents (flow, theme, session, answer) are opaque JSON text here. Timestamps are
 * milliseconds since 1970. Every read or write of a workspace's data takes the workspace id; a row of another workspace is
 * indistinguishable from one that does not exist. A call that rejects has written nothing (this is unknown only if the connection to a
 * database breaks); it rejects with a `StorageFullError` if there was not enough disk space for the write.
 *
 * ```ts
 * import { openSqlite, type Storage } from '@colloquy/storage'
 *
 * declare const folder: string
 * const storage: Storage = await openSqlite({ folder })
 * const workspaces = storage.workspaces
 * await storage.close()
 * ```
 */
export interface Storage {
  readonly users: UserStore
  readonly tokens: TokenStore
  readonly signIns: SignInStore
  readonly passwords: PasswordStore
  readonly accountLinks: AccountLinkStore
  readonly accountDeletion: AccountDeletionStore
  readonly operator: OperatorStore
  readonly workspaces: WorkspaceStore
  readonly members: MemberStore
  readonly collaborators: CollaboratorStore
  readonly invitations: InvitationStore
  readonly standingItems: StandingItemStore
  readonly folders: FolderStore
  readonly themeTemplates: ThemeTemplateStore
  readonly customDomains: CustomDomainStore
  readonly credentials: CredentialsStore
  readonly oauthSignIns: OAuthSignInStore
  readonly bots: BotStore
  readonly botOperations: BotOperationStore
  readonly botComments: BotCommentStore
  readonly botTests: BotTestStore
  readonly releases: ReleaseStore
  readonly environments: EnvironmentStore
  readonly experiments: ExperimentStore
  readonly sessions: SessionStore
  readonly results: ResultStore
  /** Conversations for replays. */
  readonly recordings: RecordingStore
  /** For lists and exports: results as the replica has them, if there is one. */
  readonly listedResults: Pick<ResultStore, 'list' | 'idAt' | 'get' | 'answers' | 'shortAnswers' | 'origins'>
  readonly resultSearch: ResultSearch
  readonly analytics: AnalyticsStore
  readonly answerSummary: AnswerSummaryStore
  readonly summaryLinks: SummaryLinkStore
  readonly summaryMails: SummaryMailStore
  readonly notifications: NotificationStore
  readonly deliveries: DeliveryStore
  readonly webhooks: WebhookStore
  readonly conversations: ConversationStore
  readonly inboxPresence: InboxPresenceStore
  readonly teams: TeamStore
  readonly waitingMails: WaitingMailStore
  readonly inboxMetrics: InboxMetricsStore
  readonly contacts: ContactStore
  readonly messaging: MessagingStore
  readonly previewPhones: PreviewPhoneStore
  readonly knowledge: KnowledgeStore
  readonly modelSpending: ModelSpendingStore
  readonly integrationCalls: IntegrationCallStore
  readonly uploads: UploadStore
  readonly removals: RemovalStore
  readonly settings: SettingStore
  readonly clock: ClockStore
  readonly changes: Changes
  readonly claims: Claims
  /** Runs `work` while no other process on this database runs work of the same name. */
  exclusively<Result>(name: string, work: () => Promise<Result>): Promise<Result>
  /** Throws if the database cannot be reached or written. */
  check(): Promise<void>
  /** Waits for running writes, then closes. */
  close(): Promise<void>
}

/** Thrown if the disk is full. Reads still work; writes work again once there is free space. */
export class StorageFullError extends Error {}
