import { type Database, get, run, type Work } from './database.js'
import type { Collaborator, CollaboratorStore, Invitation, InvitationStore, MemberStore, Person } from './people.js'
import { setPassword, signIns } from './sign-in-store.js'
import type { Role } from './storage.js'
import { Table } from './table.js'
import { users } from './tables.js'

const collaborators = new Table<Collaborator>('collaborators', {
  botId: 'text',
  userId: 'text',
  type: 'text',
  createdAt: 'integer',
  updatedAt: 'integer',
})

const invitations = new Table<Invitation>('invitations', {
  id: 'text',
  workspaceId: 'text',
  botId: 'text',
  email: 'text',
  type: 'text',
  hash: 'text',
  createdAt: 'integer',
  updatedAt: 'integer',
  expiresAt: 'integer',
})

export function memberStore(database: Database): MemberStore {
  /** Two admins who leave at once must not both go. */
  const lock = `SELECT 1 FROM workspaces WHERE id = ?${database.dialect.forUpdate}`
  const otherAdmin = "SELECT 1 FROM members WHERE workspace_id = ? AND role = 'ADMIN' AND user_id <> ? LIMIT 1"

  function* stateOf(workspaceId: string, userId: string): Work<'missing' | 'last admin' | 'other'> {
    yield* get(lock, workspaceId)
    const member = yield* get<{ role: Role }>(findRole, userId, workspaceId)
    if (!member) return 'missing'
    if (member.role !== 'ADMIN' || (yield* get(otherAdmin, workspaceId, userId))) return 'other'
    return 'last admin'
  }

  return {
    async list(workspaceId) {
      const sql =
        'SELECT user_id AS "userId", role, name, email, image FROM members JOIN users ON users.id = user_id ' +
        "WHERE workspace_id = ? ORDER BY CASE role WHEN 'ADMIN' THEN 0 WHEN 'MEMBER' THEN 1 ELSE 2 END, email, user_id"
      const rows = await database.all<Person & { userId: string; role: Role }>(sql, workspaceId)
      return rows.map(({ userId, role, ...user }) => ({ workspaceId, userId, role, user }))
    },
    async change(workspaceId, userId, role) {
      const change = 'UPDATE members SET role = ? WHERE user_id = ? AND workspace_id = ?'
      return database.transaction(function* () {
        const state = yield* stateOf(workspaceId, userId)
        if (state === 'missing' || (state === 'last admin' && role !== 'ADMIN')) return state
        yield* run(change, role, userId, workspaceId)
        return 'changed'
      })
    },
    async remove(workspaceId, userId) {
      const leaveBots =
        'DELETE FROM collaborators WHERE user_id = ? AND bot_id IN (SELECT id FROM bots WHERE workspace_id = ?)'
      return database.transaction(function* () {
        const state = yield* stateOf(workspaceId, userId)
        if (state !== 'other') return state
        yield* run(leaveBots, userId, workspaceId)
        yield* run('DELETE FROM members WHERE user_id = ? AND workspace_id = ?', userId, workspaceId)
        return 'removed'
      })
    },
    async lookedAfter(userId, adminId) {
      const mine = "SELECT workspace_id FROM members WHERE user_id = ? AND role = 'ADMIN'"
      const sql =
        `SELECT count(*) AS total, coalesce(sum(CASE WHEN workspace_id IN (${mine}) THEN 1 ELSE 0 END), 0) AS mine ` +
        'FROM members WHERE user_id = ?'
      const row = await database.get<{ total: number; mine: number }>(sql, adminId, userId)
      if (Number(row?.mine) === 0) return 'none'
      return Number(row?.mine) === Number(row?.total) ? 'all' : 'some'
    },
    async countSeats(workspaceId) {
      const sql =
        "SELECT (SELECT count(*) FROM members WHERE workspace_id = ? AND role <> 'GUEST') + (SELECT count(*) " +
        "FROM invitations WHERE workspace_id = ? AND bot_id IS NULL AND type <> 'GUEST') AS count"
      return Number((await database.get<{ count: number }>(sql, workspaceId, workspaceId))?.count)
    },
  }
}

export function collaboratorStore(database: Database): CollaboratorStore {
  return {
    async type(botId, userId) {
      const sql = 'SELECT type FROM collaborators WHERE bot_id = ? AND user_id = ?'
      return (await database.get<Pick<Collaborator, 'type'>>(sql, botId, userId))?.type
    },
    async list(botId) {
      const sql =
        'SELECT user_id AS "userId", type, collaborators.created_at AS "createdAt", ' +
        'collaborators.updated_at AS "updatedAt", name, email, image ' +
        'FROM collaborators JOIN users ON users.id = user_id WHERE bot_id = ? ORDER BY collaborators.created_at, user_id'
      const rows = await database.all<Person & Omit<Collaborator, 'botId'>>(sql, botId)
      return rows.map(({ name, email, image, ...collaborator }) => ({
        botId,
        ...collaborator,
        user: { name, email, image },
      }))
    },
    async ofUser(workspaceId, userId) {
      const sql =
        'SELECT bot_id AS "botId", type FROM collaborators JOIN bots ON bots.id = bot_id ' +
        'WHERE user_id = ? AND workspace_id = ?'
      return database.all<Pick<Collaborator, 'botId' | 'type'>>(sql, userId, workspaceId)
    },
    async add(workspaceId, collaborator) {
      return database.transaction(() => addCollaborator(workspaceId, collaborator))
    },
    async change(botId, userId, type, now) {
      const sql = 'UPDATE collaborators SET type = ?, updated_at = ? WHERE bot_id = ? AND user_id = ?'
      return (await database.run(sql, type, now, botId, userId)) > 0
    },
    async remove(botId, userId) {
      return (await database.run('DELETE FROM collaborators WHERE bot_id = ? AND user_id = ?', botId, userId)) > 0
    },
  }
}

export function invitationStore(database: Database): InvitationStore {
  /** Of the workspace when `botId` is null. */
  const place = (workspaceId: string, botId: string | null) =>
    botId === null
      ? ({ sql: 'workspace_id = ? AND bot_id IS NULL', values: [workspaceId] } as const)
      : ({ sql: 'workspace_id = ? AND bot_id = ?', values: [workspaceId, botId] } as const)
  return {
    async create(invitation) {
      const { sql, values } = place(invitation.workspaceId, invitation.botId)
      const { email, createdAt } = invitation
      const insert = `${invitations.insert} ON CONFLICT DO NOTHING`
      return database.transaction(function* () {
        yield* run(
          `DELETE FROM invitations WHERE ${sql} AND email = ? AND expires_at <= ?`,
          ...values,
          email,
          createdAt,
        )
        return (yield* run(insert, ...invitations.values(invitation))) === 1 ? 'created' : 'taken'
      })
    },
    async list(workspaceId, botId) {
      const { sql, values } = place(workspaceId, botId)
      const list = `SELECT ${invitations.columns} FROM invitations WHERE ${sql} ORDER BY created_at DESC, id DESC`
      return (await database.all(list, ...values)).map((row) => invitations.read(row))
    },
    async findByHash(hash) {
      const row = await database.get(`SELECT ${invitations.columns} FROM invitations WHERE hash = ?`, hash)
      return row && invitations.read(row)
    },
    async change(workspaceId, botId, id, type, now) {
      const { sql, values } = place(workspaceId, botId)
      const update = `UPDATE invitations SET type = ?, updated_at = ? WHERE id = ? AND ${sql} RETURNING ${invitations.columns}`
      const row = await database.returning(update, type, now, id, ...values)
      return row && invitations.read(row)
    },
    async delete(workspaceId, botId, id) {
      const { sql, values } = place(workspaceId, botId)
      return (await database.run(`DELETE FROM invitations WHERE id = ? AND ${sql}`, id, ...values)) > 0
    },
    async accept(id, who, signIn, now) {
      const find = `SELECT ${invitations.columns} FROM invitations WHERE id = ?${database.dialect.forUpdate}`
      return database.transaction(function* () {
        const row = yield* get(find, id)
        if (!row) return 'missing'
        const { workspaceId, botId, type } = invitations.read(row)
        if ('newUser' in who) {
          const insert = `${users.insert} ON CONFLICT DO NOTHING`
          if ((yield* run(insert, ...users.values(who.newUser))) === 0) return 'taken'
          yield* run(setPassword, who.newUser.id, who.passwordHash, now)
        }
        const userId = 'newUser' in who ? who.newUser.id : who.userId
        yield* run('DELETE FROM invitations WHERE id = ?', id)
        if (botId === null) yield* raiseRole(workspaceId, userId, type as Role)
        else {
          const share = { botId, userId, type: type as Collaborator['type'], createdAt: now, updatedAt: now }
          yield* addCollaborator(workspaceId, share)
        }
        yield* run(signIns.insert, ...signIns.values(signIn))
        return 'accepted'
      })
    },
  }
}

const findRole = 'SELECT role FROM members WHERE user_id = ? AND workspace_id = ?'
const ranks: Record<Role, number> = { GUEST: 0, MEMBER: 1, ADMIN: 2 }

/** A better role stays. */
function* raiseRole(workspaceId: string, userId: string, role: Role): Work<void> {
  const before = (yield* get<{ role: Role }>(findRole, userId, workspaceId))?.role
  if (before !== undefined && ranks[before] >= ranks[role]) return
  const sql =
    'INSERT INTO members (user_id, workspace_id, role) VALUES (?, ?, ?) ' +
    'ON CONFLICT (user_id, workspace_id) DO UPDATE SET role = excluded.role'
  yield* run(sql, userId, workspaceId, role)
}

function* addCollaborator(workspaceId: string, collaborator: Collaborator): Work<'added' | 'taken'> {
  const insert = `${collaborators.insert} ON CONFLICT (bot_id, user_id) DO NOTHING`
  if ((yield* run(insert, ...collaborators.values(collaborator))) === 0) return 'taken'
  yield* raiseRole(workspaceId, collaborator.userId, 'GUEST')
  return 'added'
}
