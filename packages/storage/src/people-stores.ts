import type { Connection } from './connection.js'
import type { Collaborator, CollaboratorStore, Invitation, InvitationStore, MemberStore } from './people.js'
import { setPassword } from './sign-in-store.js'
import type { Role } from './storage.js'
import { Table, users } from './table.js'

const collaborators = new Table<Collaborator>('collaborators', {
  botId: 'plain',
  userId: 'plain',
  type: 'plain',
  createdAt: 'plain',
  updatedAt: 'plain',
})

const invitations = new Table<Invitation>('invitations', {
  id: 'plain',
  workspaceId: 'plain',
  botId: 'plain',
  email: 'plain',
  type: 'plain',
  hash: 'plain',
  createdAt: 'plain',
  updatedAt: 'plain',
  expiresAt: 'plain',
})

export function memberStore(connection: Connection): MemberStore {
  const roleOf = (workspaceId: string, userId: string) =>
    connection.get<{ role: Role }>(findRole, userId, workspaceId)?.role
  const isLastAdmin = (workspaceId: string, userId: string) => {
    const others = "SELECT 1 FROM members WHERE workspace_id = ? AND role = 'ADMIN' AND user_id <> ? LIMIT 1"
    return roleOf(workspaceId, userId) === 'ADMIN' && !connection.get(others, workspaceId, userId)
  }
  return {
    async list(workspaceId) {
      const sql =
        'SELECT user_id AS "userId", role, name, email, image FROM members JOIN users ON users.id = user_id ' +
        "WHERE workspace_id = ? ORDER BY CASE role WHEN 'ADMIN' THEN 0 WHEN 'MEMBER' THEN 1 ELSE 2 END, email, user_id"
      return connection.all<PersonRow & { userId: string; role: Role }>(sql, workspaceId).map((row) => {
        const { userId, role, ...user } = row
        return { workspaceId, userId, role, user }
      })
    },
    async change(workspaceId, userId, role) {
      return connection.write(() => {
        if (roleOf(workspaceId, userId) === undefined) return 'missing'
        if (role !== 'ADMIN' && isLastAdmin(workspaceId, userId)) return 'last admin'
        connection.run('UPDATE members SET role = ? WHERE user_id = ? AND workspace_id = ?', role, userId, workspaceId)
        return 'changed'
      })
    },
    async remove(workspaceId, userId) {
      const leaveBots =
        'DELETE FROM collaborators WHERE user_id = ? AND bot_id IN (SELECT id FROM bots WHERE workspace_id = ?)'
      return connection.write(() => {
        if (roleOf(workspaceId, userId) === undefined) return 'missing'
        if (isLastAdmin(workspaceId, userId)) return 'last admin'
        connection.run(leaveBots, userId, workspaceId)
        connection.run('DELETE FROM members WHERE user_id = ? AND workspace_id = ?', userId, workspaceId)
        return 'removed'
      })
    },
    async countSeats(workspaceId) {
      const sql =
        "SELECT (SELECT count(*) FROM members WHERE workspace_id = ? AND role <> 'GUEST') + (SELECT count(*) " +
        "FROM invitations WHERE workspace_id = ? AND bot_id IS NULL AND type <> 'GUEST') AS count"
      return connection.get<{ count: number }>(sql, workspaceId, workspaceId)?.count ?? 0
    },
  }
}

export function collaboratorStore(connection: Connection): CollaboratorStore {
  return {
    async type(botId, userId) {
      const sql = 'SELECT type FROM collaborators WHERE bot_id = ? AND user_id = ?'
      return connection.get<Pick<Collaborator, 'type'>>(sql, botId, userId)?.type
    },
    async list(botId) {
      const sql =
        'SELECT user_id AS "userId", type, collaborators.created_at AS "createdAt", ' +
        'collaborators.updated_at AS "updatedAt", name, email, image ' +
        'FROM collaborators JOIN users ON users.id = user_id WHERE bot_id = ? ORDER BY collaborators.created_at, user_id'
      return connection.all<PersonRow & Omit<Collaborator, 'botId'>>(sql, botId).map((row) => {
        const { name, email, image, ...collaborator } = row
        return { botId, ...collaborator, user: { name, email, image } }
      })
    },
    async ofUser(workspaceId, userId) {
      const sql =
        'SELECT bot_id AS "botId", type FROM collaborators JOIN bots ON bots.id = bot_id ' +
        'WHERE user_id = ? AND workspace_id = ?'
      return connection.all<Pick<Collaborator, 'botId' | 'type'>>(sql, userId, workspaceId)
    },
    async add(workspaceId, collaborator) {
      return connection.write(() => addCollaborator(connection, workspaceId, collaborator))
    },
    async change(botId, userId, type, now) {
      const sql = 'UPDATE collaborators SET type = ?, updated_at = ? WHERE bot_id = ? AND user_id = ?'
      return connection.write(() => connection.run(sql, type, now, botId, userId) > 0)
    },
    async remove(botId, userId) {
      const sql = 'DELETE FROM collaborators WHERE bot_id = ? AND user_id = ?'
      return connection.write(() => connection.run(sql, botId, userId) > 0)
    },
  }
}

export function invitationStore(connection: Connection): InvitationStore {
  /** Of the workspace when `botId` is null. */
  const place = (workspaceId: string, botId: string | null) =>
    botId === null
      ? ({ sql: 'workspace_id = ? AND bot_id IS NULL', values: [workspaceId] } as const)
      : ({ sql: 'workspace_id = ? AND bot_id = ?', values: [workspaceId, botId] } as const)
  return {
    async create(invitation) {
      const { sql, values } = place(invitation.workspaceId, invitation.botId)
      return connection.write(() => {
        const { email, createdAt } = invitation
        connection.run(
          `DELETE FROM invitations WHERE ${sql} AND email = ? AND expires_at <= ?`,
          ...values,
          email,
          createdAt,
        )
        if (connection.get(`SELECT 1 FROM invitations WHERE ${sql} AND email = ?`, ...values, email)) return 'taken'
        connection.run(invitations.insert, ...invitations.values(invitation))
        return 'created'
      })
    },
    async list(workspaceId, botId) {
      const { sql, values } = place(workspaceId, botId)
      const list = `SELECT ${invitations.columns} FROM invitations WHERE ${sql} ORDER BY created_at DESC, id DESC`
      return connection.all(list, ...values).map((row) => invitations.read(row))
    },
    async findByHash(hash) {
      const row = connection.get(`SELECT ${invitations.columns} FROM invitations WHERE hash = ?`, hash)
      return row && invitations.read(row)
    },
    async change(workspaceId, botId, id, type, now) {
      const { sql, values } = place(workspaceId, botId)
      const update = `UPDATE invitations SET type = ?, updated_at = ? WHERE id = ? AND ${sql} RETURNING ${invitations.columns}`
      const row = connection.write(() => connection.get(update, type, now, id, ...values))
      return row && invitations.read(row)
    },
    async delete(workspaceId, botId, id) {
      const { sql, values } = place(workspaceId, botId)
      return connection.write(
        () => connection.run(`DELETE FROM invitations WHERE id = ? AND ${sql}`, id, ...values) > 0,
      )
    },
    async accept(id, who, now) {
      return connection.write(() => {
        const row = connection.get(`SELECT ${invitations.columns} FROM invitations WHERE id = ?`, id)
        if (!row) return 'missing'
        const { workspaceId, botId, type } = invitations.read(row)
        if ('newUser' in who) {
          const { newUser, passwordHash } = who
          if (connection.get('SELECT 1 FROM users WHERE email = ?', newUser.email)) return 'taken'
          connection.run(users.insert, ...users.values(newUser))
          connection.run(setPassword, newUser.id, passwordHash, now)
        }
        const userId = 'newUser' in who ? who.newUser.id : who.userId
        connection.run('DELETE FROM invitations WHERE id = ?', id)
        if (botId === null) raiseRole(connection, workspaceId, userId, type as Role)
        else {
          const place = { botId, userId, type: type as Collaborator['type'], createdAt: now, updatedAt: now }
          addCollaborator(connection, workspaceId, place)
        }
        return 'accepted'
      })
    },
  }
}

interface PersonRow {
  name: string | null
  email: string | null
  image: string | null
}

const findRole = 'SELECT role FROM members WHERE user_id = ? AND workspace_id = ?'
const ranks: Record<Role, number> = { GUEST: 0, MEMBER: 1, ADMIN: 2 }

/** Within a transaction. A better role stays. */
function raiseRole(connection: Connection, workspaceId: string, userId: string, role: Role): void {
  const before = connection.get<{ role: Role }>(findRole, userId, workspaceId)?.role
  if (before !== undefined && ranks[before] >= ranks[role]) return
  const sql =
    'INSERT INTO members (user_id, workspace_id, role) VALUES (?, ?, ?) ' +
    'ON CONFLICT (user_id, workspace_id) DO UPDATE SET role = excluded.role'
  connection.run(sql, userId, workspaceId, role)
}

/** Within a transaction. */
function addCollaborator(connection: Connection, workspaceId: string, collaborator: Collaborator): 'added' | 'taken' {
  const { botId, userId } = collaborator
  if (connection.get('SELECT 1 FROM collaborators WHERE bot_id = ? AND user_id = ?', botId, userId)) return 'taken'
  connection.run(collaborators.insert, ...collaborators.values(collaborator))
  raiseRole(connection, workspaceId, userId, 'GUEST')
  return 'added'
}
