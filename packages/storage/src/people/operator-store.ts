import { searchable } from '@colloquy/flow/searchable'
import type { Database, Parameter } from '../database.js'
import { isNotRemoved } from '../not-removed.js'
import type { ListedAccount, ListedWorkspace, OperatorPage, OperatorStore } from './operator.js'

export function operatorStore(database: Database): OperatorStore {
  const list = <Row>(
    columns: string,
    table: 'users' | 'workspaces',
    searched: readonly string[],
    page: OperatorPage,
  ) => {
    const { sql, values } = conditionsOf(database, searched, page)
    const query = `SELECT ${columns} FROM ${table} WHERE ${sql} AND ${isNotRemoved(table, `${table}.id`)} ORDER BY created_at DESC, id DESC LIMIT ?`
    return database.analyticalQuery<Row>(query, ...values, page.limit)
  }
  return {
    async listAccounts(page) {
      const rows = await list<Listed<ListedAccount, 'isAdmin' | 'hasPassword'>>(
        accountColumns,
        'users',
        ['name', 'email'],
        page,
      )
      return rows.map((row) => ({ ...row, isAdmin: row.isAdmin === 1, hasPassword: row.hasPassword === 1 }))
    },
    async listWorkspaces(page) {
      const rows = await list<Listed<ListedWorkspace, 'isSuspended' | 'isPastDue'>>(
        workspaceColumns,
        'workspaces',
        ['name'],
        page,
      )
      return rows.map((row) => ({ ...row, isSuspended: row.isSuspended === 1, isPastDue: row.isPastDue === 1 }))
    },
  }
}

/** A row with 0 and 1 for booleans. */
type Listed<Row, Booleans extends keyof Row> = Omit<Row, Booleans> & Record<Booleans, number>

function conditionsOf({ dialect }: Database, searched: readonly string[], { search = '', before }: OperatorPage) {
  const conditions = ['1 = 1']
  const values: Parameter[] = []
  if (before) {
    conditions.push('(created_at < ? OR (created_at = ? AND id < ?))')
    values.push(before.createdAt, before.createdAt, before.id)
  }
  if (search !== '') {
    const wanted = searchable(search)
    const contains = searched.map(
      (column) => `${dialect.position}(${dialect.searchable(`coalesce(${column}, '')`)}, ?) > 0`,
    )
    conditions.push(`(${contains.join(' OR ')})`)
    values.push(...searched.map(() => wanted))
  }
  return { sql: conditions.join(' AND '), values }
}

const accountColumns =
  'id, name, email, email_verified_at AS "emailVerifiedAt", is_admin AS "isAdmin", created_at AS "createdAt", ' +
  '(SELECT max(last_used_at) FROM sign_ins WHERE user_id = users.id) AS "lastUsedAt", ' +
  '(SELECT count(*) FROM passwords WHERE user_id = users.id) AS "hasPassword", ' +
  '(SELECT count(*) FROM members WHERE user_id = users.id) AS workspaces'

const workspaceColumns =
  'id, name, plan, is_suspended AS "isSuspended", is_past_due AS "isPastDue", created_at AS "createdAt", ' +
  '(SELECT count(*) FROM members WHERE workspace_id = workspaces.id) AS members, ' +
  '(SELECT count(*) FROM bots WHERE workspace_id = workspaces.id AND is_deleted = 0) AS bots, ' +
  '(SELECT CAST(coalesce(sum(size), 0) AS BIGINT) FROM uploads WHERE workspace_id = workspaces.id ' +
  `AND state IN ('pending', 'receiving', 'stored')) AS "fileBytes"`
