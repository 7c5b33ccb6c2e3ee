import type { OperationBatch } from './bot-operations.js'
import type {
  ApiToken,
  BotRow,
  CredentialsRow,
  Folder,
  HeldWebhook,
  LogRow,
  Release,
  ReleaseSummary,
  ResultRow,
  SessionRow,
  TurnCommit,
  TurnRow,
  User,
  Workspace,
} from './storage.js'
import type { UploadRow } from './uploads.js'

/**
 * How rows of one table are written and read: snake_case columns, booleans as 0 and 1. `hidden` columns are written but not read,
 * with values given beside the row.
 */
export class Table<Row extends object> {
  readonly name: string
  /** Of all that is written, in the order of `values`. */
  readonly columnTypes: readonly { column: string; type: ColumnType }[]
  /** The same without what is hidden, by the names of its properties. */
  readonly properties: readonly { property: keyof Row & string; column: string; type: ColumnType }[]
  /** For a SELECT or RETURNING: every column under its property's name. */
  readonly columns: string
  /** A whole INSERT with one parameter a column, to be followed by ON CONFLICT if need be. */
  readonly insert: string
  /** Like `insert`, for tables whose rows are numbered within their result; takes the result's id once more, as the last one. */
  readonly insertNumbered: string
  readonly #names: (keyof Row & string)[]
  readonly #booleans: (keyof Row & string)[]

  constructor(name: string, kinds: Record<keyof Row & string, ColumnKind>, hidden: Record<string, ColumnKind> = {}) {
    this.name = name
    this.#names = Object.keys(kinds) as (keyof Row & string)[]
    this.#booleans = this.#names.filter((property) => kinds[property] === 'boolean')
    const typed = ([property, kind]: [string, ColumnKind]) => {
      const type: ColumnType = kind === 'boolean' ? 'integer' : kind
      return { property: property as keyof Row & string, column: column(property), type }
    }
    this.properties = Object.entries<ColumnKind>(kinds).map(typed)
    this.columnTypes = [...this.properties, ...Object.entries(hidden).map(typed)]
    this.columns = this.#names.map((property) => `${column(property)} AS "${property}"`).join(', ')
    this.insert =
      `INSERT INTO ${name} (${this.columnTypes.map((it) => it.column).join(', ')}) ` +
      `VALUES (${this.columnTypes.map(() => '?').join(', ')})`
    const next = `(SELECT coalesce(max(number), 0) + 1 FROM ${name} WHERE result_id = ?)`
    this.insertNumbered = this.insert.replace(') VALUES (', ', number) VALUES (').replace(/\)$/, `, ${next})`)
  }

  values(row: Row, ...hidden: SqlValue[]): SqlValue[] {
    const values = this.#names.map((property) => sqlValue(row[property]))
    if (hidden.length > 0) values.push(...hidden)
    return values
  }

  /** Makes a row of what was just read; the very same object. */
  read(row: Record<string, unknown>): Row {
    for (const property of this.#booleans) if (row[property] !== null) row[property] = row[property] === 1
    return row as Row
  }

  /** The assignments of an UPDATE, and their parameters; undefined properties are left out. */
  assignments(change: Partial<Row>): { sql: string; values: SqlValue[] } {
    const changed = this.#names.filter((property) => change[property] !== undefined)
    return {
      sql: changed.map((property) => `${column(property)} = ?`).join(', '),
      values: changed.map((property) => sqlValue(change[property])),
    }
  }
}

export type SqlValue = string | number | null
type ColumnType = 'text' | 'integer' | 'real'
type ColumnKind = ColumnType | 'boolean'

function column(property: string): string {
  return `"${property.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}"`
}

/** NUL becomes U+FFFD, as half a surrogate pair does anyway: not every database stores it. */
function sqlValue(value: unknown): SqlValue {
  if (typeof value === 'string') return value.includes('\0') ? value.replaceAll('\0', '\uFFFD') : value
  if (typeof value === 'boolean') return value ? 1 : 0
  return (value ?? null) as SqlValue
}

export const users = new Table<User>('users', {
  id: 'text',
  email: 'text',
  name: 'text',
  image: 'text',
  preferences: 'text',
  isAdmin: 'boolean',
  createdAt: 'integer',
  updatedAt: 'integer',
})

export const tokens = new Table<ApiToken>('tokens', {
  id: 'text',
  ownerId: 'text',
  name: 'text',
  hash: 'text',
  scope: 'text',
  createdAt: 'integer',
  expiresAt: 'integer',
})

export const workspaces = new Table<Workspace>('workspaces', {
  id: 'text',
  name: 'text',
  icon: 'text',
  plan: 'text',
  paymentProviderId: 'text',
  customChatsLimit: 'integer',
  customSeatsLimit: 'integer',
  isSuspended: 'boolean',
  isPastDue: 'boolean',
  isVerified: 'boolean',
  createdAt: 'integer',
  updatedAt: 'integer',
})

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
  isArchived: 'boolean',
  shelvedAt: 'integer',
  isClosed: 'boolean',
  messagingCredentialsId: 'text',
  riskLevel: 'real',
  publishedReleaseId: 'text',
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

export const sessions = new Table<SessionRow>('sessions', {
  id: 'text',
  workspaceId: 'text',
  botId: 'text',
  releaseId: 'text',
  resultId: 'text',
  version: 'integer',
  state: 'text',
  createdAt: 'integer',
  updatedAt: 'integer',
  expiresAt: 'integer',
  endedAt: 'integer',
})

export const turns = new Table<TurnRow>(
  'turns',
  {
    sessionId: 'text',
    number: 'integer',
    key: 'text',
    requestHash: 'text',
    request: 'text',
    answer: 'text',
    status: 'integer',
    createdAt: 'integer',
  },
  { workspaceId: 'text' },
)

export const results = new Table<ResultRow>('results', {
  id: 'text',
  botId: 'text',
  workspaceId: 'text',
  createdAt: 'integer',
  updatedAt: 'integer',
  hasStarted: 'boolean',
  isCompleted: 'boolean',
  isArchived: 'boolean',
  variables: 'text',
  lastChatSessionId: 'text',
})

export const answers = new Table<TurnCommit['answers'][number]>(
  'answers',
  {
    resultId: 'text',
    blockId: 'text',
    groupId: 'text',
    variableId: 'text',
    content: 'text',
    attachedFileUrls: 'text',
    storageUsed: 'real',
    createdAt: 'integer',
  },
  { workspaceId: 'text' },
)

export const visitedEdges = new Table<TurnCommit['visitedEdges'][number]>(
  'visited_edges',
  {
    resultId: 'text',
    index: 'integer',
    edgeId: 'text',
  },
  { workspaceId: 'text' },
)

export const history = new Table<TurnCommit['history'][number]>(
  'history',
  {
    resultId: 'text',
    index: 'integer',
    blockIndex: 'integer',
    blockId: 'text',
    variableId: 'text',
    value: 'text',
  },
  { workspaceId: 'text' },
)

export const logs = new Table<LogRow>(
  'logs',
  {
    id: 'text',
    resultId: 'text',
    status: 'text',
    description: 'text',
    details: 'text',
    context: 'text',
    createdAt: 'integer',
  },
  { workspaceId: 'text' },
)

export const rejections = new Table<TurnCommit['rejections'][number]>(
  'rejections',
  { resultId: 'text', blockId: 'text', createdAt: 'integer' },
  { workspaceId: 'text' },
)

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
