import { botCommentStore } from './bots/bot-comment-store.js'
import { botOperationStore } from './bots/bot-operation-store.js'
import { botStore, releaseStore } from './bots/bot-stores.js'
import { botTestStore } from './bots/bot-test-store.js'
import { credentialsStore } from './bots/credentials-store.js'
import { customDomainStore } from './bots/custom-domain-store.js'
import { folderStore } from './bots/folder-store.js'
import { themeTemplateStore } from './bots/theme-template-store.js'
import { uploadStore } from './bots/upload-store.js'
import { webhookStore } from './bots/webhook-store.js'
import { clockStore } from './clock-store.js'
import { contactStore } from './contacts/contact-store.js'
import { conversationStore } from './conversations/conversation-store.js'
import { inboxMetricsStore } from './conversations/inbox-metrics-store.js'
import { inboxPresenceStore } from './conversations/inbox-presence-store.js'
import { teamStore } from './conversations/team-store.js'
import { waitingMailStore } from './conversations/waiting-mail-store.js'
import type { Database } from './database.js'
import { deliveryStore } from './deliveries/delivery-store.js'
import { environmentStore } from './environments/environment-store.js'
import { experimentStore } from './experiments/experiment-store.js'
import { integrationCallStore } from './integrations/integration-call-store.js'
import { knowledgeStore } from './knowledge/knowledge-store.js'
import { messagingStore } from './messaging/messaging-store.js'
import { previewPhoneStore } from './messaging/preview-phone-store.js'
import { modelSpendingStore } from './models/model-spending-store.js'
import { notificationStore } from './notifications/notification-store.js'
import { accountDeletionStore } from './people/account-deletion-store.js'
import { accountLinkStore } from './people/account-link-store.js'
import { settingStore, tokenStore, userStore } from './people/account-stores.js'
import { oauthSignInStore } from './people/oauth-sign-in-store.js'
import { operatorStore } from './people/operator-store.js'
import { collaboratorStore, invitationStore, memberStore } from './people/people-stores.js'
import { passwordStore, signInStore } from './people/sign-in-store.js'
import { standingItemStore } from './people/standing-item-store.js'
import { workspaceStore } from './people/workspace-store.js'
import { removalStore } from './removals/removal-store.js'
import { analyticsStore } from './results/analytics-store.js'
import { answerSummaryStore } from './results/answer-summary-store.js'
import { resultSearch } from './results/result-search-store.js'
import { resultStore } from './results/result-store.js'
import { summaryLinkStore } from './results/summary-link-store.js'
import { summaryMailStore } from './results/summary-mail-store.js'
import { resultsWithoutRemoved, withoutRemoved } from './results/without-removed.js'
import type { Storage } from './storage.js'

type Stores = Omit<Storage, 'sessions' | 'recordings' | 'changes' | 'claims' | 'exclusively' | 'check' | 'close'>

/** The stores that work on any database. What reads many rows to show them reads them from `replica`, which may be behind. */
export function storesOf(database: Database, replica = database): Stores {
  return {
    users: userStore(database),
    tokens: tokenStore(database),
    signIns: signInStore(database),
    passwords: passwordStore(database),
    accountLinks: accountLinkStore(database),
    accountDeletion: accountDeletionStore(database),
    operator: operatorStore(database),
    workspaces: workspaceStore(database),
    members: memberStore(database),
    collaborators: collaboratorStore(database),
    invitations: invitationStore(database),
    standingItems: standingItemStore(database),
    folders: folderStore(database),
    themeTemplates: themeTemplateStore(database),
    customDomains: customDomainStore(database),
    credentials: credentialsStore(database),
    oauthSignIns: oauthSignInStore(database),
    bots: botStore(database),
    botOperations: botOperationStore(database),
    botComments: botCommentStore(database),
    botTests: botTestStore(database),
    releases: releaseStore(database),
    environments: environmentStore(database),
    experiments: experimentStore(database, replica),
    results: resultsWithoutRemoved(database, resultStore(database)),
    listedResults: resultsWithoutRemoved(database, resultStore(replica)),
    resultSearch: withoutRemoved(database, resultSearch(replica)),
    analytics: withoutRemoved(database, analyticsStore(replica)),
    answerSummary: withoutRemoved(database, answerSummaryStore(replica)),
    removals: removalStore(database),
    summaryLinks: summaryLinkStore(database),
    summaryMails: summaryMailStore(database),
    notifications: notificationStore(database),
    deliveries: deliveryStore(database),
    webhooks: webhookStore(database),
    conversations: conversationStore(database),
    inboxPresence: inboxPresenceStore(database),
    teams: teamStore(database),
    waitingMails: waitingMailStore(database),
    inboxMetrics: inboxMetricsStore(replica),
    contacts: contactStore(database),
    messaging: messagingStore(database),
    previewPhones: previewPhoneStore(database),
    knowledge: knowledgeStore(database),
    modelSpending: modelSpendingStore(database),
    integrationCalls: integrationCallStore(database),
    uploads: uploadStore(database),
    settings: settingStore(database),
    clock: clockStore(database),
  }
}
