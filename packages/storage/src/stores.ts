import { settingStore, tokenStore, userStore } from './account-stores.js'
import { botStore, releaseStore } from './bot-stores.js'
import { credentialsStore } from './credentials-store.js'
import type { Database } from './database.js'
import { resultStore } from './result-store.js'
import type { Storage } from './storage.js'
import { uploadStore } from './upload-store.js'
import { webhookStore } from './webhook-store.js'
import { folderStore, workspaceStore } from './workspace-stores.js'

type Stores = Omit<Storage, 'sessions' | 'changes' | 'exclusively' | 'check' | 'close'>

/** The stores that work on any database. */
export function storesOf(database: Database): Stores {
  return {
    users: userStore(database),
    tokens: tokenStore(database),
    workspaces: workspaceStore(database),
    folders: folderStore(database),
    credentials: credentialsStore(database),
    bots: botStore(database),
    releases: releaseStore(database),
    results: resultStore(database),
    webhooks: webhookStore(database),
    uploads: uploadStore(database),
    settings: settingStore(database),
  }
}
