import { Table } from '../table.js'
import type { OperationBatch } from './bot-operations.js'
import type { BotRow } from './bots.js'
import type { CredentialsRow } from './credentials.js'
import type { Folder } from './folders.js'
import type { Release, ReleaseSummary } from './releases.js'
import type { UploadRow } from './uploads.js'
import type { HeldWebhook } from './webhooks.js'

export const folders = new Table<Folder>('folders', {
  id: 'text',
  workspaceId: 'text',
  name: 'text',
  parentFolderId: 'text',
  createdAt: 'integer',
  updatedAt: 'integer',
})

const credentialsSummaryKinds = {
  id: 'text',
  workspaceId: 'text',
  type: 'text',
  name: 'text',
  lastFour: 'text',
  allowedHosts: 'text',
  needsSignIn: 'boolean',
  createdAt: 'integer',
  updatedAt: 'integer',
} as const

/** Credentials without their secret, for lists. */
export const credentialsSummaries = new Table<Omit<CredentialsRow, 'keyId' | 'ciphertext'>>(
  'credentials',
  credentialsSummaryKinds,
)

export const credentials = new Table<CredentialsRow>('credentials', {
  ...credentialsSummaryKinds,
  keyId: 'text',
  ciphertext: 'text',
})

const botSummaryKinds = {
  id: 'text',
  workspaceId: 'text',
  name: 'text',
  icon: 'text',
  folderId: 'text',
  selectedThemeTemplateId: 'text',
  resultsTablePreferences: 'text',
  publicId: 'text',
  customDomain: 'text',
  isDeleted: 'boolean',
  archivedAt: 'integer',
  isClosed: 'boolean',
  channels: 'text',
  riskLevel: 'real',
  publishedReleaseId: 'text',
  environment: 'text',
  createdAt: 'integer',
  updatedAt: 'integer',
  revision: 'integer',
} as const

/** A bot without its documents, for lists. */
export const botSummaries = new Table<Omit<BotRow, 'flow' | 'theme' | 'settings'>>('bots', botSummaryKinds)

export const bots = new Table<BotRow>('bots', { ...botSummaryKinds, theme: 'text', settings: 'text', flow: 'text' })

export const botOperations = new Table<OperationBatch>('bot_operations', {
  id: 'text',
  botId: 'text',
  revision: 'integer',
  userId: 'text',
  operations: 'text',
  refusals: 'text',
  createdAt: 'integer',
})

const releaseSummaryKinds = {
  id: 'text',
  botId: 'text',
  workspaceId: 'text',
  version: 'text',
  note: 'text',
  evidence: 'text',
  overrides: 'text',
  authorId: 'text',
  createdAt: 'integer',
} as const

/** A release without its documents, for lists. */
export const releaseSummaries = new Table<ReleaseSummary>('releases', releaseSummaryKinds)

export const releases = new Table<Release>('releases', {
  ...releaseSummaryKinds,
  flow: 'text',
  theme: 'text',
  settings: 'text',
})

export const heldWebhooks = new Table<HeldWebhook>('held_webhooks', {
  id: 'text',
  workspaceId: 'text',
  sessionId: 'text',
  blockId: 'text',
  body: 'text',
  createdAt: 'integer',
})

export const uploads = new Table<UploadRow>('uploads', {
  id: 'text',
  workspaceId: 'text',
  botId: 'text',
  sessionId: 'text',
  blockId: 'text',
  resultId: 'text',
  name: 'text',
  type: 'text',
  size: 'integer',
  visibility: 'text',
  path: 'text',
  state: 'text',
  isKept: 'boolean',
  createdAt: 'integer',
  expiresAt: 'integer',
})
