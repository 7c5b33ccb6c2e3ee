import { guestRole, type Role, roles } from '@colloquy/permissions'
import { type Database, get, type RawRow, run, type Work } from '../database.js'
import { takeSlot } from '../quotas.js'
import { Table } from '../table.js'
import type {
  Collaborator,
  CollaboratorStore,
  Invitation,
  InvitationStore,
  MemberStore,
  Person,
  ReceivedInvitation,
  User,
} from './people.js'
import { users } from './people-tables.js'
import { agentRoles, manages, managingRoles, rankOfRole, seatedRoles, takesSeat } from './role-lists.js'
import { setPassword, signIns } from './sign-in-store.js'
import { endItems } from './standing-item-store.js'
import type { EndOfItems } from './standing-items.js'

const collaborators = new Table<Collaborator>('collaborators', {
  botId: 'text',
  userId: 'text',
  type: 'text',
  createdAt: 'integer',
  updatedAt: 'integer',
})

/** Invitations in the list of the person who received them: the newest ones. */
const maxReceived = 500

const invitations = new Table<Invitation>('invitations', {
  id: 'text',
  workspaceId: 'text',
  botId: 'text',
  email: 'text',
  type: 'text',
  inboxBots: 'text',
  hash: 'text',
  provesEmail: 'boolean',
  authorId: 'text',
  createdAt: 'integer',
  updatedAt: 'integer',
  expiresAt: 'integer',
})

/** Columns of a person in a joined row. */
const personColumns = 'name, email, image, email_verified_at AS "emailVerifiedAt"'
type PersonRow = Omit<Person, 'isEmailVerified'> & { emailVerifiedAt: number | null }

function personOf<Row extends PersonRow>({ name, email, image, emailVerifiedAt, ...rest }: Row) {
  return { rest, person: { name, email, image, isEmailVerified: emailVerifiedAt !== null } }
}

/** Locks the membership of the workspace against changes until the end of the transaction. */
const lockWorkspace = (database: Database) => `SELECT 1 FROM workspaces WHERE id = ?${database.dialect.forCounting}`

/**
 * True if members and people invited to become members take all seats. Requires `lockWorkspace`; otherwise two concurrent calls could both
 * take the last seat.
 */
function* isFull(workspaceId: string, seats: number): Work<boolean> {
  const sql =
    `SELECT (SELECT count(*) FROM members WHERE workspace_id = ? AND role IN (${seatedRoles})) + (SELECT count(*) ` +
    `FROM invitations WHERE workspace_id = ? AND bot_id IS NULL AND type IN (${seatedRoles})) AS count`
  return Number((yield* get<{ count: number }>(sql, workspaceId, workspaceId))?.count) >= seats
}

export function memberStore(database: Database): MemberStore {
  /** If two admins leave at the same time, one of them must stay. */
  const lock = lockWorkspace(database)
  const otherAdmin = `SELECT 1 FROM members WHERE workspace_id = ? AND role IN (${managingRoles}) AND user_id <> ? LIMIT 1`

  function* stateOf(workspaceId: string, userId: string): Work<'missing' | 'last admin' | 'without seat' | 'other'> {
    yield* get(lock, workspaceId)
    const member = yield* get<{ role: Role }>(findRole, userId, workspaceId)
    if (!member) return 'missing'
    if (!takesSeat(member.role)) return 'without seat'
    if (!manages(member.role) || (yield* get(otherAdmin, workspaceId, userId))) return 'other'
    return 'last admin'
  }

  return {
    async list(workspaceId) {
      const sql =
        `SELECT user_id AS "userId", role, inbox_bots AS "inboxBots", ${personColumns} FROM members JOIN users ON users.id = user_id ` +
        `WHERE workspace_id = ? ORDER BY ${rankOfRole}, email, user_id`
      const rows = await database.all<PersonRow & { userId: string; role: Role; inboxBots: string | null }>(
        sql,
        workspaceId,
      )
      return rows.map(personOf).map(({ rest, person }) => ({
        workspaceId,
        ...rest,
        inboxBots: readBots(rest.inboxBots),
        user: person,
      }))
    },
    async change(workspaceId, userId, role, seats, end, inboxBots) {
      const change = 'UPDATE members SET role = ? WHERE user_id = ? AND workspace_id = ?'
      const choose = 'UPDATE members SET inbox_bots = ? WHERE user_id = ? AND workspace_id = ?'
      return database.transaction(function* () {
        const state = yield* stateOf(workspaceId, userId)
        if (state === 'missing' || (state === 'last admin' && !manages(role))) return state
        if (state === 'without seat' && takesSeat(role) && (yield* isFull(workspaceId, seats))) return 'no seat left'
        yield* run(change, role, userId, workspaceId)
        if (inboxBots !== undefined) yield* run(choose, inboxBots && JSON.stringify(inboxBots), userId, workspaceId)
        yield* endItems(database, userId, end)
        yield* database.changed('rights', userId)
        return 'changed'
      })
    },
    async inboxBots(workspaceId, userId) {
      const sql = `SELECT inbox_bots AS bots FROM members WHERE user_id = ? AND workspace_id = ? AND role IN (${agentRoles})`
      const row = await database.get<{ bots: string | null }>(sql, userId, workspaceId)
      return row ? readBots(row.bots) : []
    },
    async remove(workspaceId, userId, end) {
      const leaveBots =
        'DELETE FROM collaborators WHERE user_id = ? AND bot_id IN (SELECT id FROM bots WHERE workspace_id = ?)'
      return database.transaction(function* () {
        const state = yield* stateOf(workspaceId, userId)
        if (state === 'missing' || state === 'last admin') return state
        yield* run(leaveBots, userId, workspaceId)
        yield* run('DELETE FROM members WHERE user_id = ? AND workspace_id = ?', userId, workspaceId)
        yield* endItems(database, userId, end)
        yield* database.changed('rights', userId)
        return 'removed'
      })
    },
    async lookedAfter(userId, adminId) {
      const mine = `SELECT workspace_id FROM members WHERE user_id = ? AND role IN (${managingRoles})`
      const sql =
        `SELECT count(*) AS total, coalesce(sum(CASE WHEN workspace_id IN (${mine}) THEN 1 ELSE 0 END), 0) AS mine ` +
        'FROM members WHERE user_id = ?'
      const row = await database.get<{ total: number; mine: number }>(sql, adminId, userId)
      if (Number(row?.mine) === 0) return 'none'
      return Number(row?.mine) === Number(row?.total) ? 'all' : 'some'
    },
  }
}

/** Bots that an agent answers. A text that is not a list stands for none. */
export function readBots(text: string | null): string[] | null {
  if (text === null) return null
  try {
    const bots: unknown = JSON.parse(text)
    return Array.isArray(bots) ? bots.filter((id) => typeof id === 'string') : []
  } catch {
    return []
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
        `collaborators.updated_at AS "updatedAt", ${personColumns} ` +
        'FROM collaborators JOIN users ON users.id = user_id WHERE bot_id = ? ORDER BY collaborators.created_at, user_id'
      const rows = await database.all<PersonRow & Omit<Collaborator, 'botId'>>(sql, botId)
      return rows.map(personOf).map(({ rest, person }) => ({ botId, ...rest, user: person }))
    },
    async ofUser(workspaceId, userId) {
      const sql =
        'SELECT bot_id AS "botId", type FROM collaborators JOIN bots ON bots.id = bot_id ' +
        'WHERE user_id = ? AND workspace_id = ?'
      return database.all<Pick<Collaborator, 'botId' | 'type'>>(sql, userId, workspaceId)
    },
    async add(workspaceId, collaborator) {
      return database.transaction(() => addCollaborator(database, workspaceId, collaborator))
    },
    async change(botId, userId, type, now, end) {
      const sql = 'UPDATE collaborators SET type = ?, updated_at = ? WHERE bot_id = ? AND user_id = ?'
      return database.transaction(() => changeRights(database, userId, run(sql, type, now, botId, userId), end))
    },
    async remove(botId, userId, end) {
      const sql = 'DELETE FROM collaborators WHERE bot_id = ? AND user_id = ?'
      return database.transaction(() => changeRights(database, userId, run(sql, botId, userId), end))
    },
  }
}

export function invitationStore(database: Database): InvitationStore {
  /** Condition for a bot, or for the workspace if `botId` is null. */
  const position = (workspaceId: string, botId: string | null) =>
    botId === null
      ? ({ sql: 'workspace_id = ? AND bot_id IS NULL', values: [workspaceId] } as const)
      : ({ sql: 'workspace_id = ? AND bot_id = ?', values: [workspaceId, botId] } as const)
  const lock = lockWorkspace(database)
  const find = `SELECT ${invitations.columns} FROM invitations WHERE id = ?${database.dialect.forUpdate}`

  function* needsMissingSeat({ workspaceId, botId, type }: Offer, seats: number): Work<boolean> {
    if (botId !== null || !takesSeat(type)) return false
    yield* get(lock, workspaceId)
    return yield* isFull(workspaceId, seats)
  }

  /** Gives the user the role or the share that the invitation offers. */
  function* grant(
    { id, workspaceId, botId, type, inboxBots = null }: Invitation,
    userId: string,
    now: number,
  ): Work<void> {
    yield* run('DELETE FROM invitations WHERE id = ?', id)
    if (botId === null) return yield* raiseRole(database, workspaceId, userId, type as Role, inboxBots)
    const share = { botId, userId, type: type as Collaborator['type'], createdAt: now, updatedAt: now }
    yield* addCollaborator(database, workspaceId, share)
  }

  return {
    async create(invitation, seats) {
      const { sql, values } = position(invitation.workspaceId, invitation.botId)
      const { email, createdAt } = invitation
      const insert = `${invitations.insert} ON CONFLICT DO NOTHING`
      return database.transaction(function* () {
        yield* run(
          `DELETE FROM invitations WHERE ${sql} AND email = ? AND expires_at <= ?`,
          ...values,
          email,
          createdAt,
        )
        if (yield* get(`SELECT 1 FROM invitations WHERE ${sql} AND email = ?`, ...values, email)) return 'taken'
        if (yield* needsMissingSeat(invitation, seats)) return 'no seat left'
        const { workspaceId, botId } = invitation
        if (botId === null) yield* takeSlot(database, 'invitationsPerWorkspace', workspaceId)
        else yield* takeSlot(database, 'invitationsPerBot', botId)
        return (yield* run(insert, ...invitations.values(invitation))) === 1 ? 'created' : 'taken'
      })
    },
    async markAsProof(id) {
      await database.run('UPDATE invitations SET proves_email = 1 WHERE id = ?', id)
    },
    async list(workspaceId, botId) {
      const { sql, values } = position(workspaceId, botId)
      const list = `SELECT ${invitations.columns} FROM invitations WHERE ${sql} ORDER BY created_at DESC, id DESC`
      return (await database.all(list, ...values)).map((row) => invitations.read(row))
    },
    async findByHash(hash) {
      const row = await database.get(`SELECT ${invitations.columns} FROM invitations WHERE hash = ?`, hash)
      return row && invitations.read(row)
    },
    async received(email, now) {
      const columns = invitations.properties.map(({ property, column }) => `invitations.${column} AS "${property}"`)
      const list =
        `SELECT ${columns.join(', ')}, workspaces.name AS "workspaceName", bots.name AS "botName" FROM invitations ` +
        'JOIN workspaces ON workspaces.id = invitations.workspace_id LEFT JOIN bots ON bots.id = bot_id ' +
        `WHERE email = ? AND expires_at > ? ORDER BY invitations.created_at DESC, invitations.id DESC LIMIT ${maxReceived}`
      const rows = await database.all<RawRow>(list, email, now)
      return rows.map((row) => invitations.read(row) as ReceivedInvitation)
    },
    async change(workspaceId, botId, id, type, seats, now, inboxBots) {
      const { sql, values } = position(workspaceId, botId)
      const find = `SELECT type FROM invitations WHERE id = ? AND ${sql}`
      const update = 'UPDATE invitations SET type = ?, updated_at = ? WHERE id = ?'
      const choose = 'UPDATE invitations SET inbox_bots = ? WHERE id = ?'
      return database.transaction(function* () {
        yield* get(lock, workspaceId)
        const before = yield* get<Pick<Invitation, 'type'>>(find, id, ...values)
        if (!before) return 'missing'
        const offer = { workspaceId, botId, type }
        if (!takesSeat(before.type) && (yield* needsMissingSeat(offer, seats))) return 'no seat left'
        yield* run(update, type, now, id)
        if (inboxBots !== undefined) yield* run(choose, inboxBots, id)
        return invitations.read(
          (yield* get(`SELECT ${invitations.columns} FROM invitations WHERE id = ?`, id)) as RawRow,
        )
      })
    },
    async delete(workspaceId, botId, id) {
      const { sql, values } = position(workspaceId, botId)
      return (await database.run(`DELETE FROM invitations WHERE id = ? AND ${sql}`, id, ...values)) > 0
    },
    async decline(id, email) {
      return (await database.run('DELETE FROM invitations WHERE id = ? AND email = ?', id, email)) > 0
    },
    async accept(id, who, signIn, now) {
      return database.transaction(function* () {
        const row = yield* get(find, id)
        if (!row) return 'missing'
        const invitation = invitations.read(row)
        if ('newUser' in who) {
          const insert = `${users.insert} ON CONFLICT DO NOTHING`
          if ((yield* run(insert, ...users.values(who.newUser))) === 0) return 'taken'
          yield* run(setPassword, who.newUser.id, who.passwordHash, now)
        }
        const userId = 'newUser' in who ? who.newUser.id : who.userId
        yield* grant(invitation, userId, now)
        if (invitation.provesEmail) yield* run(verify, now, userId, invitation.email)
        yield* run(signIns.insert, ...signIns.values(signIn))
        return 'accepted'
      })
    },
    async acceptReceived(id, userId, now) {
      const address = `SELECT email FROM users WHERE id = ? AND email_verified_at IS NOT NULL${database.dialect.forUpdate}`
      return database.transaction(function* () {
        const row = yield* get(find, id)
        const user = yield* get<Pick<User, 'email'>>(address, userId)
        const invitation = row && invitations.read(row)
        if (!invitation || invitation.expiresAt <= now || invitation.email !== user?.email) return undefined
        yield* grant(invitation, userId, now)
        return invitation
      })
    },
  }
}

type Offer = Pick<Invitation, 'workspaceId' | 'botId' | 'type'>

const verify = 'UPDATE users SET email_verified_at = coalesce(email_verified_at, ?) WHERE id = ? AND email = ?'
const findRole = 'SELECT role FROM members WHERE user_id = ? AND workspace_id = ?'

/** Performs a write that may end rights of a user, and what that means for their items. False if it changed no row. */
function* changeRights(
  database: Database,
  userId: string,
  write: Work<number>,
  end: EndOfItems | undefined,
): Work<boolean> {
  if ((yield* write) === 0) return false
  yield* endItems(database, userId, end)
  yield* database.changed('rights', userId)
  return true
}

/** Keeps the current role if it is higher. */
function* raiseRole(
  database: Database,
  workspaceId: string,
  userId: string,
  role: Role,
  inboxBots: string | null = null,
): Work<void> {
  const before = (yield* get<{ role: Role }>(findRole, userId, workspaceId))?.role
  if (before !== undefined && roles.indexOf(before) <= roles.indexOf(role)) return
  if (before === undefined) yield* takeSlot(database, 'membersPerWorkspace', workspaceId)
  const sql =
    'INSERT INTO members (user_id, workspace_id, role, inbox_bots) VALUES (?, ?, ?, ?) ' +
    'ON CONFLICT (user_id, workspace_id) DO UPDATE SET role = excluded.role, inbox_bots = excluded.inbox_bots'
  yield* run(sql, userId, workspaceId, role, inboxBots)
}

function* addCollaborator(
  database: Database,
  workspaceId: string,
  collaborator: Collaborator,
): Work<'added' | 'taken'> {
  const insert = `${collaborators.insert} ON CONFLICT (bot_id, user_id) DO NOTHING`
  if ((yield* run(insert, ...collaborators.values(collaborator))) === 0) return 'taken'
  yield* raiseRole(database, workspaceId, collaborator.userId, guestRole)
  return 'added'
}
