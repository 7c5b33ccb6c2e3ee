import { ownerRole } from '@colloquy/permissions'
import { all, type Database, get, run, type Work } from '../database.js'
import { isNotRemoved } from '../not-removed.js'
import { markRemoved } from '../removal-marks.js'
import type { AccountDeletionStore, OrphanDecision, OrphanedWorkspace } from './operator.js'
import { managingRoles, succeedingRoles } from './role-lists.js'
import { removeWorkspace } from './workspace-store.js'

export function accountDeletionStore(database: Database): AccountDeletionStore {
  const { forUpdate } = database.dialect
  const findUser = `SELECT is_admin AS "isAdmin" FROM users WHERE id = ? AND ${isNotRemoved('users', 'users.id')}${forUpdate}`
  const findOtherAdmin = `SELECT 1 FROM users WHERE is_admin = 1 AND id <> ? LIMIT 1${forUpdate}`
  // Two admins of one workspace who are deleted at the same time must not each see the other one as remaining.
  const lockWorkspaces =
    `SELECT id FROM workspaces WHERE id IN (SELECT workspace_id FROM members WHERE user_id = ? AND role IN (${managingRoles})) ` +
    `ORDER BY id${forUpdate}`

  /** True if each orphaned workspace, and nothing else, has a decision that can be applied. */
  function* isDecided(orphans: readonly string[], decisions: ReadonlyMap<string, OrphanDecision>): Work<boolean> {
    if (orphans.length !== decisions.size) return false
    for (const id of orphans) {
      const decision = decisions.get(id)
      if (!decision) return false
      if (decision.kind === 'hand over' && !(yield* get(findSuccessor, id, decision.userId))) return false
    }
    return true
  }

  return {
    async list(userId) {
      const found = await database.all<Omit<OrphanedWorkspace, 'successors'>>(listOrphans, userId, userId, userId)
      const ids = found.map(({ id }) => id)
      const listSuccessors =
        'SELECT "workspaceId", id, name, email FROM (SELECT workspace_id AS "workspaceId", users.id AS id, name, email, ' +
        'row_number() OVER (PARTITION BY workspace_id ORDER BY email, users.id) AS place FROM members ' +
        `JOIN users ON users.id = user_id WHERE workspace_id ${database.dialect.isOneOf} AND role IN (${succeedingRoles})) AS listed ` +
        `WHERE place <= ${maxSuccessors} ORDER BY "workspaceId", place`
      type Successor = OrphanedWorkspace['successors'][number] & { workspaceId: string }
      const successors = await database.all<Successor>(listSuccessors, ids)
      const byWorkspace = new Map(ids.map((id) => [id, [] as OrphanedWorkspace['successors']]))
      for (const { workspaceId, ...person } of successors) byWorkspace.get(workspaceId)?.push(person)
      return found.map((workspace) => ({ ...workspace, successors: byWorkspace.get(workspace.id) ?? [] }))
    },
    async delete(userId, decisions) {
      return database.transaction(function* () {
        const user = yield* get<{ isAdmin: number }>(findUser, userId)
        if (!user) return 'missing'
        if (user.isAdmin === 1 && !(yield* get(findOtherAdmin, userId))) return 'last instance admin'
        yield* all(lockWorkspaces, userId)
        const orphans = yield* all<{ id: string }>(listOrphans, userId, userId, userId)
        const ids = orphans.map(({ id }) => id)
        if (!(yield* isDecided(ids, decisions))) return 'undecided'
        for (const [workspaceId, decision] of decisions) {
          if (decision.kind === 'delete') yield* removeWorkspace(database, workspaceId)
          else yield* run(appoint, workspaceId, decision.userId)
        }
        yield* removeUser(userId)
        yield* database.changed('rights', userId)
        return 'deleted'
      })
    },
  }
}

/**
 * Nobody is signed in, a member or a collaborator by this account from now on, and nothing about the person is left; the names under
 * comments go in the background, and with the last one the row.
 */
function* removeUser(id: string): Work<void> {
  yield* run('DELETE FROM tokens WHERE owner_id = ?', id)
  for (const table of ofUser) yield* run(`DELETE FROM ${table} WHERE user_id = ?`, id)
  yield* run(
    'UPDATE users SET email = NULL, name = NULL, image = NULL, preferences = NULL, is_admin = 0 WHERE id = ?',
    id,
  )
  yield* markRemoved({ kind: 'users', id, workspaceId: '', isWhole: true })
}

const ofUser = [
  ...['sign_ins', 'passwords', 'account_links', 'oauth_sign_ins'],
  ...['members', 'collaborators', 'summary_mails', 'preview_phones'],
]

const maxSuccessors = 100

/** Parameters: the id of the account, three times. */
const listOrphans =
  'SELECT id, name, (SELECT count(*) FROM bots WHERE workspace_id = workspaces.id AND is_deleted = 0) AS bots, ' +
  '(SELECT count(*) FROM members WHERE workspace_id = workspaces.id AND user_id <> ?) AS "otherMembers" ' +
  `FROM workspaces WHERE id IN (SELECT workspace_id FROM members WHERE user_id = ? AND role IN (${managingRoles})) ` +
  `AND NOT EXISTS (SELECT 1 FROM members WHERE workspace_id = workspaces.id AND role IN (${managingRoles}) AND user_id <> ?) ` +
  'ORDER BY created_at, id'
const findSuccessor = `SELECT 1 FROM members WHERE workspace_id = ? AND user_id = ? AND role IN (${succeedingRoles})`
const appoint = `UPDATE members SET role = '${ownerRole}' WHERE workspace_id = ? AND user_id = ?`
