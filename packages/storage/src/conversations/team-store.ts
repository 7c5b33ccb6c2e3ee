import { all, type Database, get, type RawRow, run, type Work } from '../database.js'
import { type Conversation, unassigned } from '../holders/holders.js'
import { readBots } from '../people/people-stores.js'
import { agentRoles, answeringRoles } from '../people/role-lists.js'
import { takeSlot } from '../quotas.js'
import { Table } from '../table.js'
import type { Team, TeamChoice, TeamStore } from './teams.js'

const teams = new Table<Team>('teams', {
  id: 'text',
  workspaceId: 'text',
  name: 'text',
  assignment: 'text',
  businessHours: 'text',
  assigned: 'integer',
  createdAt: 'integer',
  updatedAt: 'integer',
})

const ofTeam = 'workspace_id = ? AND id = ?'
/** Joins the memberships of people who may answer; their columns are not in those of teams. */
const whoAnswer =
  'JOIN members ON members.user_id = team_members.user_id AND members.workspace_id = team_members.workspace_id ' +
  `AND role IN (${answeringRoles})`
interface Membership {
  teamId: string
  userId: string
}
/** In the queue of a team. */
const isInQueue = "state = 'open' AND assignee_id IS NULL"
/** A conversation that a person has put into the queue is marked by its reason. Nothing else in such an entry is written by people. */
const mayBeAssigned =
  'SELECT 1 FROM sessions WHERE sessions.id = session_id AND expires_at > ? ' +
  `AND held NOT LIKE '%"why":"${unassigned}"%'`
/** Lists memberships of the teams of a workspace. */
const membersWhere = (condition = '') =>
  `SELECT team_id AS "teamId", team_members.user_id AS "userId" FROM team_members ${whoAnswer} ` +
  `WHERE team_members.workspace_id = ?${condition} ORDER BY team_members.user_id`
/** Open conversations that make somebody busy; more do not make them busier. */
const maxOpen = 1_000
const openConversations =
  "(SELECT count(*) FROM (SELECT 1 FROM conversations WHERE conversations.workspace_id = team_members.workspace_id AND state = 'open' " +
  `AND assignee_id = team_members.user_id LIMIT ${maxOpen}) AS open)`

export function teamStore(database: Database): TeamStore {
  const { isOneOf } = database.dialect
  const find = `SELECT ${teams.columns} FROM teams WHERE ${ofTeam}`

  /** Part of a transaction. False if one of them may not answer in the workspace. */
  function* setMembers(workspaceId: string, teamId: string, memberIds: readonly string[]): Work<boolean> {
    const ids = [...new Set(memberIds)]
    const leave = `DELETE FROM team_members WHERE workspace_id = ? AND team_id = ? AND NOT (user_id ${isOneOf})`
    const join =
      'INSERT INTO team_members (workspace_id, team_id, user_id, last_assigned) ' +
      `SELECT workspace_id, ?, user_id, 0 FROM members WHERE workspace_id = ? AND role IN (${answeringRoles}) AND user_id ${isOneOf} ` +
      'ON CONFLICT DO NOTHING'
    const count = `SELECT count(*) AS count FROM members WHERE workspace_id = ? AND role IN (${answeringRoles}) AND user_id ${isOneOf}`
    const answering = yield* get<{ count: number }>(count, workspaceId, ids)
    if (Number(answering?.count) < ids.length) return false
    yield* run(leave, workspaceId, teamId, ids)
    yield* run(join, teamId, workspaceId, ids)
    return true
  }

  return {
    async list(workspaceId) {
      const rows = await database.all(
        `SELECT ${teams.columns} FROM teams WHERE workspace_id = ? ORDER BY name, id`,
        workspaceId,
      )
      if (rows.length === 0) return []
      const found = await database.all<Membership>(membersWhere(), workspaceId)
      const memberIds = new Map(rows.map(({ id }): [unknown, string[]] => [id, []]))
      for (const { teamId, userId } of found) memberIds.get(teamId)?.push(userId)
      return rows.map((row) => ({ ...teams.read(row), memberIds: memberIds.get(row.id) ?? [] }))
    },
    async get(workspaceId, id) {
      const row = await database.get(find, workspaceId, id)
      return row && teams.read(row)
    },
    async create(team, memberIds) {
      const { id, workspaceId } = team
      return database.transaction(function* () {
        yield* takeSlot(database, 'teams', workspaceId)
        yield* run(teams.insert, ...teams.values(team))
        if (yield* setMembers(workspaceId, id, memberIds)) return true
        yield* run(`DELETE FROM teams WHERE ${ofTeam}`, workspaceId, id)
        return false
      })
    },
    async update(workspaceId, id, change, { memberIds, now }) {
      const { sql, values } = teams.assignments({ ...change, updatedAt: now })
      return database.transaction(function* () {
        if (!(yield* get(`${find}${database.dialect.forUpdate}`, workspaceId, id))) return 'missing'
        if (memberIds && !(yield* setMembers(workspaceId, id, memberIds))) return 'not a member'
        yield* run(`UPDATE teams SET ${sql} WHERE ${ofTeam}`, ...values, workspaceId, id)
        const row = yield* get<RawRow>(find, workspaceId, id)
        const members = yield* all<Membership>(membersWhere(' AND team_id = ?'), workspaceId, id)
        return { ...teams.read(row as RawRow), memberIds: members.map(({ userId }) => userId) }
      })
    },
    async delete(workspaceId, id) {
      return (await database.run(`DELETE FROM teams WHERE ${ofTeam}`, workspaceId, id)) > 0
    },
    async withWaiting(workspaceId, userId) {
      const isMember = 'SELECT team_id FROM team_members WHERE user_id = ? AND workspace_id = ?'
      const waits =
        'SELECT 1 FROM conversations WHERE conversations.workspace_id = teams.workspace_id ' +
        `AND team_id = teams.id AND ${isInQueue}`
      const sql =
        `SELECT ${teams.columns} FROM teams WHERE workspace_id = ? AND assignment <> 'by-hand' AND id IN (${isMember}) ` +
        `AND EXISTS (${waits}) ORDER BY id`
      return (await database.all(sql, workspaceId, userId, workspaceId)).map((row) => teams.read(row))
    },
    async waiting({ id, workspaceId }, { botIds, now, limit }) {
      const ofBots = botIds ? ` AND bot_id ${isOneOf}` : ''
      const sql =
        `SELECT session_id AS id FROM conversations WHERE workspace_id = ? AND team_id = ? AND ${isInQueue}${ofBots} ` +
        `AND EXISTS (${mayBeAssigned}) ORDER BY coalesce(waiting_since, last_at), session_id LIMIT ?`
      const rows = await database.all<{ id: string }>(
        sql,
        ...[workspaceId, id],
        ...(botIds ? [botIds] : []),
        ...[now, limit],
      )
      return rows.map(({ id }) => id)
    },
    async there({ id, workspaceId, assignment }, since) {
      const order = assignment === 'least-busy' ? `${openConversations}, last_assigned` : 'last_assigned'
      const sql =
        `SELECT team_members.user_id AS "userId", name, CASE WHEN role IN (${agentRoles}) THEN inbox_bots END AS bots ` +
        `FROM team_members ${whoAnswer} JOIN users ON users.id = team_members.user_id ` +
        'JOIN inbox_presence ON inbox_presence.workspace_id = team_members.workspace_id AND inbox_presence.user_id = team_members.user_id ' +
        `WHERE team_members.workspace_id = ? AND team_id = ? AND seen_at > ? ORDER BY ${order}, team_members.user_id`
      const rows = await database.all<{ userId: string; name: string | null; bots: string | null }>(
        sql,
        ...[workspaceId, id, since],
      )
      return rows.map(({ userId, name, bots }) => ({ userId, name, inboxBots: readBots(bots) }))
    },
  }
}

/** Part of a transaction: counts a conversation that a team assigns. False if it has assigned another one since it chose. */
export function* countChoice(workspaceId: string, { teamId, assigned }: TeamChoice): Work<boolean> {
  const count = `UPDATE teams SET assigned = assigned + 1 WHERE ${ofTeam} AND assigned = ?`
  return (yield* run(count, workspaceId, teamId, assigned)) > 0
}

/** Part of a transaction that has counted the conversation: the member who gets it is the last one to get the next. */
export function* noteChoice(workspaceId: string, { teamId, userId, assigned }: TeamChoice): Work<void> {
  const note = 'UPDATE team_members SET last_assigned = ? WHERE workspace_id = ? AND team_id = ? AND user_id = ?'
  yield* run(note, assigned + 1, workspaceId, teamId, userId)
}

/** Takes away teams that are gone: conversations keep their ids. */
export async function withKnownTeams(
  { all, dialect: { isOneOf } }: Pick<Database, 'all' | 'dialect'>,
  rows: readonly Conversation[],
): Promise<readonly Conversation[]> {
  const ids = [...new Set(rows.flatMap(({ teamId }) => teamId ?? []))]
  const [first] = rows
  if (!first || ids.length === 0) return rows
  const sql = `SELECT id FROM teams WHERE workspace_id = ? AND id ${isOneOf}`
  const known = new Set((await all<{ id: string }>(sql, first.workspaceId, ids)).map(({ id }) => id))
  return rows.map((row) => (row.teamId === null || known.has(row.teamId) ? row : { ...row, teamId: null }))
}
