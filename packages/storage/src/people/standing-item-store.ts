import { type Database, run, type Work } from '../database.js'
import type { EndOfItems, StandingItem, StandingItemId, StandingItemStore, StandingKind } from './standing-items.js'

/** The table and columns of a kind of items. The SQL calls their row `item`; absent columns are null. */
interface Kind {
  table: string
  /** Column of the workspace; by default that of the item's bot. */
  workspace?: string
  /** Condition for items that still act. */
  where?: string
  /** Column of the time after which an item no longer acts. */
  endsAt?: string
  title?: string
  offer?: string
  at?: string
  /** Ends the items whose ids are in the list that follows. */
  revoke: string
}

const kinds: Readonly<Record<StandingKind, Kind>> = {
  summaryLink: {
    table: 'summary_links',
    endsAt: 'item.expires_at',
    at: 'item.expires_at',
    revoke: 'DELETE FROM summary_links WHERE id',
  },
  summaryMail: {
    table: 'summary_mails',
    title: 'item.email',
    at: 'item.due_at',
    revoke: 'DELETE FROM summary_mails WHERE id',
  },
  deployment: {
    table: 'deployments',
    where: 'item.done_at IS NULL AND item.skipped_at IS NULL',
    at: 'item.due_at',
    revoke: 'DELETE FROM deployments WHERE done_at IS NULL AND id',
  },
  promotion: {
    table: 'experiments',
    where: 'item.is_promoting = 1 AND item.ended_at IS NULL',
    title: 'item.name',
    revoke: 'UPDATE experiments SET is_promoting = 0 WHERE id',
  },
  invitation: {
    table: 'invitations',
    workspace: 'item.workspace_id',
    endsAt: 'item.expires_at',
    title: 'item.email',
    offer: 'item.type',
    at: 'item.expires_at',
    revoke: 'DELETE FROM invitations WHERE id',
  },
}

const noText = 'CAST(NULL AS TEXT)'
const noTime = 'CAST(NULL AS BIGINT)'

/** Selects the items of an author. `name` is a constant of the code, so that it needs no parameter. */
function selectOf([name, kind]: [string, Kind]): string {
  const { table, workspace = 'bots.workspace_id', where = '1 = 1', endsAt = noTime } = kind
  const { title = noText, offer = noText, at = noTime } = kind
  return (
    `SELECT '${name}' AS kind, item.id AS id, item.bot_id AS "botId", bots.name AS "botName", ${title} AS title, ` +
    `${offer} AS offer, item.created_at AS "createdAt", ${at} AS "at" ` +
    `FROM ${table} AS item LEFT JOIN bots ON bots.id = item.bot_id WHERE item.author_id = ? AND ${where} ` +
    `AND (${endsAt} IS NULL OR ${endsAt} > ?) AND ${workspace} = ? AND (bots.is_deleted IS NULL OR bots.is_deleted = 0)`
  )
}

/** Items that a list has at most, the oldest first. Rights are asked whenever one of them acts, listed or not. */
const max = 1_000

const selectAll = `SELECT * FROM (${Object.entries(kinds).map(selectOf).join(' UNION ALL ')}) AS items ORDER BY "createdAt", id LIMIT ${max}`

export function standingItemStore(database: Database): StandingItemStore {
  return {
    async list(workspaceId, authorId, now) {
      const values = Object.keys(kinds).flatMap(() => [authorId, now, workspaceId])
      const rows = await database.all<Omit<StandingItem, 'workspaceId'>>(selectAll, ...values)
      return rows.map((row) => ({ ...row, workspaceId }))
    },
    async revoke({ kind, id }) {
      return (await database.run(`${kinds[kind].revoke} ${database.dialect.isOneOf}`, [id])) > 0
    },
  }
}

/** Part of a transaction that ends rights of a person: ends their items, or makes another person their author. */
export function* endItems({ dialect }: Database, userId: string, end: EndOfItems | undefined): Work<void> {
  if (!end) return
  for (const [kind, { table, revoke }] of Object.entries(kinds)) {
    const idsOf = (items: readonly StandingItemId[]) => items.filter((item) => item.kind === kind).map(({ id }) => id)
    const [ended, kept] = [idsOf(end.ended), idsOf(end.kept)]
    if (ended.length > 0) yield* run(`${revoke} ${dialect.isOneOf} AND author_id = ?`, ended, userId)
    if (kept.length === 0) continue
    const assign = `UPDATE ${table} SET author_id = ? WHERE id ${dialect.isOneOf} AND author_id = ?`
    yield* run(assign, end.newAuthorId, kept, userId)
  }
}
