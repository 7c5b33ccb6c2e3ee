import { DatabaseSync } from '@photostructure/sqlite'
import { migrations } from '../migrations.js'

/** Tables that have one row, to which the others belong: the ids end with 1. */
const owners: Readonly<Record<string, string>> = { workspaces: 'w1', bots: 'b1', users: 'u1', knowledge_bases: 'k1' }

/** Rows of tables of which a bot or a workspace has few. */
const fewRows: Readonly<Record<string, number>> = { environments: 5, preview_counts: 1, contact_counts: 1 }

/** Columns that refer to an owner or to the row of a table with the same number, and those whose text is read. */
const values: Readonly<Record<string, string>> = {
  workspace_id: "'w1'",
  bot_id: "'b1'",
  user_id: "'u1'",
  author_id: "'u1'",
  owner_id: "'u1'",
  base_id: "'k1'",
  result_id: "'results-' || n",
  session_id: "'sessions-' || n",
  last_chat_session_id: "'sessions-' || n",
  thread_id: "'bot_comments-' || n",
  source_id: "'knowledge_sources-' || n",
  chunk_id: "'knowledge_chunks-' || n",
  experiment_id: "'experiments-' || n",
  environment_id: 'NULL',
  parent_id: 'NULL',
  parent_folder_id: 'NULL',
  token_id: 'NULL',
  link_id: "'summary_links-' || n",
  credentials_id: "'c1'",
  contact_id: "'p1'",
  team_id: "'teams-' || n",
  field: "'a1'",
  variables: "'[]'",
  state: "'{}'",
  answer: "'{}'",
  request: "'{}'",
  has_started: '1',
  expires_at: '9000000000000 + n',
}

/** In tables whose state is a word. */
const states: Readonly<Record<string, string>> = { uploads: "'stored'", deliveries: "'waiting'" }

interface Column {
  name: string
  type: string
}

/** The tables of a schema, with their columns. */
export function tablesOfSchema(schema: number): Map<string, Column[]> {
  const database = new DatabaseSync(':memory:')
  for (const migration of migrations.slice(0, schema)) database.exec(migration)
  const names = database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").all() as Column[]
  const tables = new Map(
    names.map(({ name }) => [name, database.prepare(`PRAGMA table_info("${name}")`).all() as Column[]]),
  )
  database.close()
  return tables
}

/**
 * SQL that fills an empty table with `rows` rows of one workspace, bot, user and knowledge base: those of conversations belong to each other
 * by their number. Owners have one row. The table `numbers` has the numbers from 1.
 */
export function fillingOf(table: string, columns: readonly Column[], rows: number): string {
  const owner = owners[table]
  const valueIn = ({ name, type }: Column): string => {
    if (name === 'id') return owner ? `'${owner}'` : `'${table}-' || n`
    if (name === 'state' && states[table]) return states[table]
    const known = values[name]
    if (known !== undefined && !isKeyOfItself(table, name)) return known
    return type === 'TEXT' ? `'${name}-' || n` : name.startsWith('is_') ? '0' : 'n'
  }
  const names = columns.map(({ name }) => `"${name}"`).join(', ')
  return `INSERT INTO "${table}" (${names}) SELECT ${columns.map(valueIn).join(', ')} FROM numbers WHERE n <= ${owner ? 1 : (fewRows[table] ?? rows)}`
}

/** True for a column that alone is the key of its table, and so is different in each row. */
function isKeyOfItself(table: string, column: string): boolean {
  return ['bot_sizes bot_id', 'passwords user_id'].includes(`${table} ${column}`) ? true : manyOf(table, column)
}

/** Keys of two columns, of which one has to be different in each row. */
function manyOf(table: string, column: string): boolean {
  const varying = [
    'members user_id',
    'inbox_presence user_id',
    'collaborators user_id',
    'comment_reads user_id',
    'model_budgets bot_id',
    'webhook_fields field',
    'verify_tokens hash',
  ]
  return varying.includes(`${table} ${column}`)
}
