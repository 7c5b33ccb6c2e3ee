import type {
  ApiToken,
  BotRow,
  CredentialsRow,
  Folder,
  HeldWebhook,
  LogRow,
  Release,
  ResultRow,
  SessionRow,
  TurnCommit,
  TurnRow,
  User,
  Workspace,
} from './storage.js'
import type { UploadRow } from './uploads.js'

/** How rows of one table are written and read: snake_case columns, booleans as 0 and 1. */
export class Table<Row extends object> {
  /** For a SELECT or RETURNING: every column under its property's name. */
  readonly columns: string
  /** A whole INSERT with one parameter a column, to be followed by ON CONFLICT if need be. */
  readonly insert: string
  readonly #properties: (keyof Row & string)[]
  readonly #booleans: (keyof Row & string)[]

  constructor(name: string, kinds: Record<keyof Row & string, ColumnKind>) {
    this.#properties = Object.keys(kinds) as (keyof Row & string)[]
    this.#booleans = this.#properties.filter((property) => kinds[property] === 'boolean')
    this.columns = this.#properties.map((property) => `${column(property)} AS "${property}"`).join(', ')
    this.insert =
      `INSERT INTO ${name} (${this.#properties.map(column).join(', ')}) ` +
      `VALUES (${this.#properties.map(() => '?').join(', ')})`
  }

  values(row: Row): SqlValue[] {
    return this.#properties.map((property) => sqlValue(row[property]))
  }

  read(raw: Record<string, unknown>): Row {
    const row: Record<string, unknown> = { ...raw }
    for (const property of this.#booleans) if (row[property] !== null) row[property] = row[property] === 1
    return row as Row
  }

  /** The assignments of an UPDATE, and their parameters; undefined properties are left out. */
  assignments(change: Partial<Row>): { sql: string; values: SqlValue[] } {
    const changed = this.#properties.filter((property) => change[property] !== undefined)
    return {
      sql: changed.map((property) => `${column(property)} = ?`).join(', '),
      values: changed.map((property) => sqlValue(change[property])),
    }
  }
}

export type SqlValue = string | number | null
type ColumnKind = 'plain' | 'boolean'

function column(property: string): string {
  return `"${property.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}"`
}

function sqlValue(value: unknown): SqlValue {
  if (typeof value === 'boolean') return value ? 1 : 0
  return (value ?? null) as SqlValue
}

export const users = new Table<User>('users', {
  id: 'plain',
  email: 'plain',
  name: 'plain',
  image: 'plain',
  preferences: 'plain',
  isAdmin: 'boolean',
  createdAt: 'plain',
  updatedAt: 'plain',
})

export const tokens = new Table<ApiToken>('tokens', {
  id: 'plain',
  ownerId: 'plain',
  name: 'plain',
  hash: 'plain',
  scope: 'plain',
  createdAt: 'plain',
  expiresAt: 'plain',
})

export const workspaces = new Table<Workspace>('workspaces', {
  id: 'plain',
  name: 'plain',
  icon: 'plain',
  plan: 'plain',
  paymentProviderId: 'plain',
  customChatsLimit: 'plain',
  customSeatsLimit: 'plain',
  isSuspended: 'boolean',
  isPastDue: 'boolean',
  isVerified: 'boolean',
  createdAt: 'plain',
  updatedAt: 'plain',
})

export const folders = new Table<Folder>('folders', {
  id: 'plain',
  workspaceId: 'plain',
  name: 'plain',
  parentFolderId: 'plain',
  createdAt: 'plain',
  updatedAt: 'plain',
})

const credentialsSummaryKinds = {
  id: 'plain',
  workspaceId: 'plain',
  type: 'plain',
  name: 'plain',
  lastFour: 'plain',
  allowedHosts: 'plain',
  createdAt: 'plain',
  updatedAt: 'plain',
} as const

/** Credentials without their secret, for lists. */
export const credentialsSummaries = new Table<Omit<CredentialsRow, 'keyId' | 'ciphertext'>>(
  'credentials',
  credentialsSummaryKinds,
)

export const credentials = new Table<CredentialsRow>('credentials', {
  ...credentialsSummaryKinds,
  keyId: 'plain',
  ciphertext: 'plain',
})

const botSummaryKinds = {
  id: 'plain',
  workspaceId: 'plain',
  name: 'plain',
  icon: 'plain',
  folderId: 'plain',
  selectedThemeTemplateId: 'plain',
  resultsTablePreferences: 'plain',
  publicId: 'plain',
  customDomain: 'plain',
  isArchived: 'boolean',
  isClosed: 'boolean',
  messagingCredentialsId: 'plain',
  riskLevel: 'plain',
  publishedReleaseId: 'plain',
  createdAt: 'plain',
  updatedAt: 'plain',
} as const

/** A bot without its documents, for lists. */
export const botSummaries = new Table<Omit<BotRow, 'flow' | 'theme' | 'settings'>>('bots', botSummaryKinds)

export const bots = new Table<BotRow>('bots', { ...botSummaryKinds, theme: 'plain', settings: 'plain', flow: 'plain' })

export const releases = new Table<Release>('releases', {
  id: 'plain',
  botId: 'plain',
  workspaceId: 'plain',
  version: 'plain',
  flow: 'plain',
  theme: 'plain',
  settings: 'plain',
  createdAt: 'plain',
})

export const sessions = new Table<SessionRow>('sessions', {
  id: 'plain',
  workspaceId: 'plain',
  botId: 'plain',
  releaseId: 'plain',
  resultId: 'plain',
  version: 'plain',
  state: 'plain',
  createdAt: 'plain',
  updatedAt: 'plain',
  expiresAt: 'plain',
  endedAt: 'plain',
})

export const turns = new Table<TurnRow>('turns', {
  sessionId: 'plain',
  number: 'plain',
  key: 'plain',
  requestHash: 'plain',
  request: 'plain',
  answer: 'plain',
  status: 'plain',
  createdAt: 'plain',
})

export const results = new Table<ResultRow>('results', {
  id: 'plain',
  botId: 'plain',
  workspaceId: 'plain',
  createdAt: 'plain',
  updatedAt: 'plain',
  hasStarted: 'boolean',
  isCompleted: 'boolean',
  isArchived: 'boolean',
  variables: 'plain',
  lastChatSessionId: 'plain',
})

export const answers = new Table<TurnCommit['answers'][number]>('answers', {
  resultId: 'plain',
  blockId: 'plain',
  groupId: 'plain',
  variableId: 'plain',
  content: 'plain',
  attachedFileUrls: 'plain',
  storageUsed: 'plain',
  createdAt: 'plain',
})

export const visitedEdges = new Table<TurnCommit['visitedEdges'][number]>('visited_edges', {
  resultId: 'plain',
  index: 'plain',
  edgeId: 'plain',
})

export const history = new Table<TurnCommit['history'][number]>('history', {
  resultId: 'plain',
  index: 'plain',
  blockIndex: 'plain',
  blockId: 'plain',
  variableId: 'plain',
  value: 'plain',
})

export const logs = new Table<LogRow>('logs', {
  id: 'plain',
  resultId: 'plain',
  status: 'plain',
  description: 'plain',
  details: 'plain',
  context: 'plain',
  createdAt: 'plain',
})

export const heldWebhooks = new Table<HeldWebhook>('held_webhooks', {
  id: 'plain',
  workspaceId: 'plain',
  sessionId: 'plain',
  blockId: 'plain',
  body: 'plain',
  createdAt: 'plain',
})

export const uploads = new Table<UploadRow>('uploads', {
  id: 'plain',
  workspaceId: 'plain',
  botId: 'plain',
  sessionId: 'plain',
  blockId: 'plain',
  resultId: 'plain',
  name: 'plain',
  type: 'plain',
  size: 'plain',
  visibility: 'plain',
  path: 'plain',
  state: 'plain',
  isKept: 'boolean',
  createdAt: 'plain',
  expiresAt: 'plain',
})
