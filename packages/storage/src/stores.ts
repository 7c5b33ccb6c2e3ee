import { accountLinkStore } from './account-link-store.js'
import { settingStore, tokenStore, userStore } from './account-stores.js'
import { analyticsStore } from './analytics-store.js'
import { botCommentStore } from './bot-comment-store.js'
import { botOperationStore } from './bot-operation-store.js'
import { botStore, releaseStore } from './bot-stores.js'
import { credentialsStore } from './credentials-store.js'
import { customDomainStore } from './custom-domain-store.js'
import type { Database } from './database.js'
import { folderStore } from './folder-store.js'
import { messagingStore } from './messaging-store.js'
import { collaboratorStore, invitationStore, memberStore } from './people-stores.js'
import { resultSearch } from './result-search-store.js'
import { resultStore } from './result-store.js'
import { passwordStore, signInStore } from './sign-in-store.js'
import type { Storage } from './storage.js'
import { themeTemplateStore } from './theme-template-store.js'
import { uploadStore } from './upload-store.js'
import { webhookStore } from './webhook-store.js'
import { workspaceStore } from './workspace-store.js'

type Stores = Omit<Storage, 'sessions' | 'changes' | 'exclusively' | 'check' | 'close'>

/** The stores that work on any database. What reads many rows to show them reads them from `surveyed`, which may be behind. */
export function storesOf(database: Database, surveyed = database): Stores {
  return {
    users: userStore(database),
    tokens: tokenStore(database),
    signIns: signInStore(database),
    passwords: passwordStore(database),
    accountLinks: accountLinkStore(database),
    workspaces: workspaceStore(database),
    members: memberStore(database),
    collaborators: collaboratorStore(database),
    invitations: invitationStore(database),
    folders: folderStore(database),
    themeTemplates: themeTemplateStore(database),
    customDomains: customDomainStore(database),
    credentials: credentialsStore(database),
    bots: botStore(database),
    botOperations: botOperationStore(database),
    botComments: botCommentStore(database),
    releases: releaseStore(database),
    results: resultStore(database),
    listedResults: resultStore(surveyed),
    resultSearch: resultSearch(surveyed),
    analytics: analyticsStore(surveyed),
    webhooks: webhookStore(database),
    messaging: messagingStore(database),
    uploads: uploadStore(database),
    settings: settingStore(database),
  }
}
