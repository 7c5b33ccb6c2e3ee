import { setTimeout } from 'node:timers/promises'
import type { TurnContact } from '../contacts/contacts.js'
import { saveTurnContact } from '../contacts/turn-contact.js'
import { isNotRemoved } from '../not-removed.js'
import { commitSize, longCommit } from '../sessions/commit-size.js'
import { sessions } from '../sessions/session-tables.js'
import type { SessionRow, SessionStore, TurnCommit, TurnRow } from '../sessions/sessions.js'
import type { TurnOptions } from '../sessions/turn-options.js'
import { Batches } from './batches.js'
import { commitStatement } from './commit-statement.js'
import { isBroken, type Pool, stateOf } from './pool.js'
import { performAll, postgresDatabase } from './postgres-database.js'
import { arrayValue } from './wire/array-value.js'

/** The database access of a turn: one round trip to open its session and one to save it, shared by turns that come at the same time. */
export function sessionTurns(
  pool: Pool,
  { onCommit = () => {}, batchBytes = Number.POSITIVE_INFINITY }: TurnOptions,
): Pick<SessionStore, 'open' | 'commit'> {
  const longSessions = new LongSessions()
  const openings = new Batches<OpenRequest, Opened | undefined>({
    async send(asked) {
      const opened = await openAll(pool, asked)
      for (const one of opened) if (one) longSessions.note(one.row)
      return opened
    },
    keysOf: () => [],
    max: 32,
    batchesAtOnce: 2,
    long: {
      sizeOf: ({ id }) => longSessions.charactersOf(id),
      from: longCommit,
      maxCharacters: batchBytes,
      ownerOf: ({ id }) => longSessions.workspaceOf(id),
    },
  })
  const commits = new Batches<TurnCommit, Outcome>({
    async send(batch) {
      const began = performance.now()
      const outcomes = await commitAll(pool, batch)
      for (const { session } of batch) longSessions.note(session)
      onCommit(batch.length, performance.now() - began)
      return outcomes
    },
    keysOf: ({ session, results }) => [session.id, ...results.map(({ id }) => id)],
    max: 128,
    batchesAtOnce: 2,
    long: {
      sizeOf: commitSize,
      from: longCommit,
      maxCharacters: batchBytes,
      ownerOf: ({ session }) => session.workspaceId,
    },
  })
  return {
    open: (id, key) => openings.add({ id, key }),
    commit: (commit) => commits.add(commit).then(unlessFailed),
  }
}

/**
 * Remembers which sessions are long, so that they are opened separately: otherwise short ones that are opened at the same time wait for
 * megabytes of others. A session that it does not remember counts as short.
 */
class LongSessions {
  readonly #sessions = new Map<string, { characters: number; workspaceId: string }>()

  note({ id, state, workspaceId }: Pick<SessionRow, 'id' | 'state' | 'workspaceId'>): void {
    this.#sessions.delete(id)
    if (state.length < longCommit) return
    this.#sessions.set(id, { characters: state.length, workspaceId })
    if (this.#sessions.size > maxLongSessions) this.#sessions.delete(this.#sessions.keys().next().value as string)
  }

  charactersOf(id: string): number {
    return this.#sessions.get(id)?.characters ?? 0
  }

  workspaceOf(id: string): string {
    return this.#sessions.get(id)?.workspaceId ?? ''
  }
}

/** They take about a megabyte. */
const maxLongSessions = 5_000

interface OpenRequest {
  id: string
  key: string | undefined
}
type Opened = { row: SessionRow; isSuspended: boolean; storedTurn?: Pick<TurnRow, 'requestHash' | 'answer'> }

async function openAll(pool: Pool, asked: readonly OpenRequest[]): Promise<(Opened | undefined)[]> {
  const values = [arrayValue('text', asked, ({ id }) => id), arrayValue('text', asked, ({ key }) => key)]
  const { rows } = await pool.run(openSql, values)
  const opened: (Opened | undefined)[] = asked.map(() => undefined)
  for (const row of rows as unknown as OpenedRow[]) {
    const { place, requestHash, answer } = row
    const storedTurn = requestHash === null ? undefined : { requestHash, answer }
    opened[place - 1] = { row: sessionOf(row), isSuspended: row.isSuspended === 1, storedTurn }
  }
  return opened
}

/** Picks the columns of a session; naming those that stay is faster than removing the others. */
function sessionOf(row: OpenedRow): SessionRow {
  const { id, workspaceId, botId, releaseId, resultId, version, state, createdAt, updatedAt } = row
  const { expiresAt, endedAt, held, noAnswerAt, contactId } = row
  return {
    ...{ id, workspaceId, botId, releaseId, resultId, version, state, createdAt, updatedAt },
    ...{ expiresAt, endedAt, held, noAnswerAt, contactId },
  }
}

type OpenedRow = SessionRow & { place: number; isSuspended: number; requestHash: string | null; answer: string }

/** LIMIT 1 keeps each lookup separate and by its key: joined with the others, a plan may read all turns of a workspace instead. */
const openSql = `
  SELECT asked.place, session.*, turn.* FROM unnest(?::text[], ?::text[]) WITH ORDINALITY AS asked (id, key, place)
  JOIN LATERAL (
    SELECT ${sessions.columns}, (SELECT is_suspended FROM workspaces WHERE id = sessions.workspace_id) AS "isSuspended"
    FROM sessions WHERE sessions.id = asked.id AND sessions.expires_at > 0
      AND ${isNotRemoved('bots', 'sessions.bot_id')} AND ${isNotRemoved('workspaces', 'sessions.workspace_id')} LIMIT 1
  ) AS session ON true
  LEFT JOIN LATERAL (
    SELECT request_hash AS "requestHash", answer FROM turns
    WHERE turns.session_id = asked.id AND turns.workspace_id = session."workspaceId" AND turns.key = asked.key
    LIMIT 1
  ) AS turn ON true
`

type Outcome = 'committed' | 'stale' | Failure
class Failure extends Error {}

const failure = (cause: unknown) => new Failure('The turn could not be saved', { cause })

function unlessFailed(outcome: Outcome): 'committed' | 'stale' {
  if (outcome instanceof Failure) throw outcome.cause
  return outcome
}

/** Those that change a contact take several statements: each of them is a transaction, beside the others. */
async function commitAll(pool: Pool, batch: readonly TurnCommit[]): Promise<Outcome[]> {
  const plain = batch.filter(({ contact }) => !contact)
  if (plain.length === batch.length) return commitTogether(pool, batch)
  const together =
    plain.length === 0 ? [] : commitTogether(pool, plain).catch((cause) => plain.map(() => failure(cause)))
  const alone = batch.map((commit) => commit.contact && commitAlone(pool, commit))
  const rest = (await together)[Symbol.iterator]()
  return Promise.all(alone.map((outcome) => outcome ?? (rest.next().value as Outcome)))
}

/** If the statement fails, each commit is tried alone, so that one cannot fail the others. */
async function commitTogether(pool: Pool, batch: readonly TurnCommit[]): Promise<Outcome[]> {
  try {
    const { sql, given } = commitStatement(batch)
    const saved = new Set(await pool.ids(sql, given))
    return batch.map(({ session }) => (saved.has(session.id) ? 'committed' : 'stale'))
  } catch (error) {
    if (isBroken(error)) throw error
    const outcomes: Outcome[] = []
    for (const commit of batch) outcomes.push(await commitAlone(pool, commit))
    return outcomes
  }
}

/**
 * If the number or key of the turn already exists, or the bot is gone, the commit is stale. Answers and logs whose numbers another process
 * has taken meanwhile are numbered again.
 */
async function commitAlone(pool: Pool, commit: TurnCommit): Promise<Outcome> {
  const { sql, given } = commitStatement([commit])
  for (let attempt = 1; ; attempt++) {
    try {
      const { contact } = commit
      if (contact) return await commitWithContact(pool, commit, contact)
      const saved = await pool.ids(sql, given)
      return saved.length > 0 ? 'committed' : 'stale'
    } catch (error) {
      const state = stateOf(error)
      const table = (error as { table?: string }).table
      if (state === foreignKeyViolation || (state === uniqueViolation && table === 'turns')) return 'stale'
      const isWorthAnotherTry = state === uniqueViolation || state === deadlock
      if (!isWorthAnotherTry || attempt === maxAttempts) return failure(error)
      await setTimeout(Math.random() * Math.min(2 ** attempt, maxPause))
    }
  }
}

/** The statement of the turn, and those that change its contact, in one transaction. */
function commitWithContact(pool: Pool, commit: TurnCommit, contact: TurnContact): Promise<'committed' | 'stale'> {
  const { sql, given } = commitStatement([commit])
  const database = postgresDatabase(pool)
  return pool.use(async (connection) => {
    await connection.exec('BEGIN')
    try {
      const saved = await connection.ids(sql, given)
      if (saved.length === 0) {
        await connection.exec('ROLLBACK')
        return 'stale'
      }
      const { result } = await performAll(connection, saveTurnContact(database, commit, contact))
      await connection.exec('COMMIT')
      commit.session.contactId = result ?? null
      return 'committed'
    } catch (error) {
      // A connection on which the rollback fails is broken; it is discarded because of the first error.
      await connection.exec('ROLLBACK').catch(() => {})
      throw error
    }
  })
}

/** Thanks to pauses of random length, no instance loses this often in a row to another one that writes turns of the same result. */
const maxAttempts = 25
/** In milliseconds. */
const maxPause = 50

const uniqueViolation = '23505'
const foreignKeyViolation = '23503'
const deadlock = '40P01'
