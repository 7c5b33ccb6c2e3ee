import { all, type Database, get, type RawRow, run } from '../database.js'
import { isNotRemoved } from '../not-removed.js'
import { hasSlot, takeSlot } from '../quotas.js'
import { markRemoved } from '../removal-marks.js'
import { Table } from '../table.js'
import type {
  KnowledgeBase,
  KnowledgeChunk,
  KnowledgeQuestion,
  KnowledgeSize,
  KnowledgeSource,
  KnowledgeStore,
  KnowledgeVector,
  PendingChunk,
} from './knowledge.js'

const bases = new Table<KnowledgeBase>('knowledge_bases', {
  id: 'text',
  workspaceId: 'text',
  name: 'text',
  credentialsId: 'text',
  embeddingModel: 'text',
  revision: 'integer',
  createdAt: 'integer',
  updatedAt: 'integer',
})

const sources = new Table<KnowledgeSource>('knowledge_sources', {
  id: 'text',
  baseId: 'text',
  workspaceId: 'text',
  kind: 'text',
  title: 'text',
  url: 'text',
  problem: 'text',
  embeddingProblem: 'text',
  bytes: 'integer',
  chunks: 'integer',
  parentId: 'text',
  refreshesDaily: 'boolean',
  dueAt: 'integer',
  textHash: 'text',
  createdAt: 'integer',
  refreshedAt: 'integer',
})

const chunkKinds = { id: 'text', title: 'text', url: 'text', text: 'text', words: 'text' } as const
const chunks = new Table<KnowledgeChunk>('knowledge_chunks', chunkKinds, {
  number: 'integer',
  baseId: 'text',
  sourceId: 'text',
})

const questions = new Table<KnowledgeQuestion>('knowledge_questions', {
  id: 'text',
  baseId: 'text',
  workspaceId: 'text',
  key: 'text',
  text: 'text',
  count: 'integer',
  firstAskedAt: 'integer',
  lastAskedAt: 'integer',
})

/** SQL condition: a base is not deleted. */
const isKept = isNotRemoved('knowledge_bases', 'knowledge_bases.id')

export function knowledgeStore(database: Database): KnowledgeStore {
  const readBase = (row: RawRow | undefined) => row && bases.read(row)
  const readSource = (row: RawRow | undefined) => row && sources.read(row)

  /** Deletes the passages in batches, then the source, which can be deleted again if the process ends in between. */
  async function deleteWithPassages(sourceId: string): Promise<RawRow | undefined> {
    const some = 'SELECT id FROM knowledge_chunks WHERE source_id = ? LIMIT ?'
    const remove = `DELETE FROM knowledge_chunks WHERE id IN (${some})`
    while ((await database.run(remove, sourceId, chunksAtOnce)) === chunksAtOnce);
    return database.returning(`DELETE FROM knowledge_sources WHERE id = ? RETURNING ${sources.columns}`, sourceId)
  }

  return {
    async createBase(base) {
      await database.transaction(function* () {
        yield* takeSlot(database, 'knowledgeBases', base.workspaceId)
        yield* run(bases.insert, ...bases.values(base))
      })
    },
    async getBase(workspaceId, id) {
      return readBase(
        await database.get(
          `SELECT ${bases.columns} FROM knowledge_bases WHERE id = ? AND workspace_id = ? AND ${isKept}`,
          id,
          workspaceId,
        ),
      )
    },
    async baseIds(workspaceId) {
      const rows = await database.all<{ id: string }>(
        `SELECT id FROM knowledge_bases WHERE workspace_id = ? AND ${isKept}`,
        workspaceId,
      )
      return rows.map(({ id }) => id)
    },
    async listBases(workspaceId) {
      const sums = (column: string) =>
        `(SELECT coalesce(sum(${column}), 0) FROM knowledge_sources WHERE base_id = knowledge_bases.id)`
      const rows = await database.all(
        `SELECT ${bases.columns}, ${sums('bytes')} AS bytes, ${sums('chunks')} AS chunks, ${sums('1')} AS sources ` +
          `FROM knowledge_bases WHERE workspace_id = ? AND ${isKept} ORDER BY name, id`,
        workspaceId,
      )
      return rows.map((row) => ({
        ...bases.read(row),
        bytes: Number(row.bytes),
        chunks: Number(row.chunks),
        sources: Number(row.sources),
      }))
    },
    async changeBase(workspaceId, id, change, now) {
      const isOther = change.credentialsId !== undefined || change.embeddingModel !== undefined
      return database.transaction(function* () {
        const assignments = bases.assignments({ ...change, updatedAt: now })
        const next = isOther ? ', revision = revision + 1' : ''
        const changed = yield* get(
          `UPDATE knowledge_bases SET ${assignments.sql}${next} WHERE id = ? AND workspace_id = ? AND ${isKept} RETURNING ${bases.columns}`,
          ...assignments.values,
          id,
          workspaceId,
        )
        if (changed && isOther) yield* run(`${clearProblems} AND base_id = ?`, id)
        return readBase(changed)
      })
    },
    async deleteBase(workspaceId, id) {
      const find = `SELECT ${bases.columns} FROM knowledge_bases WHERE id = ? AND workspace_id = ? AND ${isKept}${database.dialect.forUpdate}`
      return database.transaction(function* () {
        const base = readBase(yield* get(find, id, workspaceId))
        if (base) yield* markRemoved({ kind: 'knowledge_bases', id, workspaceId, isWhole: true })
        return base
      })
    },
    async getSource(workspaceId, baseId, id) {
      const row = await database.get(`SELECT ${sources.columns}, ${embedded} ${oneSource}`, id, baseId, workspaceId)
      return row && readListed(row)
    },
    async listSources(workspaceId, baseId) {
      const sql =
        `SELECT ${sources.columns}, ${embedded} ` +
        'FROM knowledge_sources WHERE base_id = ? AND workspace_id = ? ORDER BY created_at DESC, id DESC'
      const rows = await database.all(sql, baseId, workspaceId)
      return rows.map(readListed)
    },
    async saveSource(source, found, max, answered) {
      const lockBase = `SELECT 1 FROM knowledge_bases WHERE id = ? AND workspace_id = ? AND ${isKept}${database.dialect.forUpdate}`
      const begun = await database.transaction(function* () {
        if (!(yield* get(lockBase, source.baseId, source.workspaceId))) return 'missing'
        const others = (yield* get<KnowledgeSize>(sizeOfOthers, source.baseId, source.id))!
        if (Number(others.bytes) + source.bytes > max.bytes) return 'full'
        if (Number(others.chunks) + source.chunks > max.chunks) return 'full'
        const assignments = sources.assignments({ ...source, problem: interrupted })
        const changed = yield* run(
          `UPDATE knowledge_sources SET ${assignments.sql} WHERE id = ?`,
          ...assignments.values,
          source.id,
        )
        if (changed === 0) {
          yield* takeSlot(database, 'knowledgeSources', source.baseId)
          yield* run(sources.insert, ...sources.values({ ...source, problem: interrupted }))
        }
        return 'begun'
      })
      if (begun !== 'begun') return begun
      const before = await database.all<{ id: string }>(
        'SELECT id FROM knowledge_chunks WHERE source_id = ?',
        source.id,
      )
      for (const some of inBatches(found)) {
        const isThere = await database.transaction(function* () {
          if (!(yield* get(`SELECT 1 FROM knowledge_sources WHERE id = ?${database.dialect.forUpdate}`, source.id)))
            return false
          const rows = some.map((chunk) => chunks.values(chunk, numberOf(chunk), source.baseId, source.id))
          yield* database.insertRows(chunks, rows)
          return true
        })
        if (!isThere) return 'missing'
      }
      const remove = `DELETE FROM knowledge_chunks WHERE id ${database.dialect.isOneOf}`
      for (const some of inBatches(before))
        await database.run(
          remove,
          some.map(({ id }) => id),
        )
      await database.run('UPDATE knowledge_sources SET problem = ? WHERE id = ?', source.problem, source.id)
      if (answered !== undefined)
        await database.run('DELETE FROM knowledge_questions WHERE id = ? AND base_id = ?', answered, source.baseId)
      return 'saved'
    },
    async changeSource(workspaceId, id, change) {
      const { sql, values } = sources.assignments(change)
      const update = `UPDATE knowledge_sources SET ${sql} WHERE id = ? AND workspace_id = ? RETURNING ${sources.columns}`
      return readSource(await database.returning(update, ...values, id, workspaceId))
    },
    takeDueSources(now, leasedUntil, limit, busy = []) {
      const { isOneOf, skipLocked } = database.dialect
      const due =
        `SELECT id, workspace_id, due_at FROM knowledge_sources WHERE due_at <= ? AND NOT (workspace_id ${isOneOf}) ` +
        'ORDER BY due_at, id LIMIT ?'
      const inTurns =
        `SELECT id FROM (${due}) AS due ` +
        'ORDER BY row_number() OVER (PARTITION BY workspace_id ORDER BY due_at, id), due_at, id LIMIT ?'
      const stillDue =
        `SELECT ${sources.columns} FROM knowledge_sources WHERE id ${isOneOf} AND due_at <= ? ` +
        `ORDER BY due_at, id${skipLocked}`
      return database.transaction(function* () {
        const found = yield* all<{ id: string }>(inTurns, now, busy, limit * lookedAt, limit)
        if (found.length === 0) return []
        const ids = found.map(({ id }) => id)
        const taken = (yield* all(stillDue, ids, now)).map((row) => sources.read(row))
        for (const { id } of taken) yield* run('UPDATE knowledge_sources SET due_at = ? WHERE id = ?', leasedUntil, id)
        return taken
      })
    },
    async setPages({ id, workspaceId, baseId }, pages, dueAt) {
      const lockSite = `SELECT 1 FROM knowledge_sources WHERE id = ? AND workspace_id = ?${database.dialect.forUpdate}`
      await database.transaction(function* () {
        if (!(yield* get(lockSite, id, workspaceId))) return
        const before = yield* all<{ id: string; url: string }>(
          'SELECT id, url FROM knowledge_sources WHERE parent_id = ?',
          id,
        )
        const [known, wanted] = [new Set(before.map(({ url }) => url)), new Set(pages.map(({ url }) => url))]
        for (const page of before) {
          if (wanted.has(page.url)) yield* run('UPDATE knowledge_sources SET due_at = ? WHERE id = ?', dueAt, page.id)
          else yield* run('DELETE FROM knowledge_sources WHERE id = ?', page.id)
        }
        for (const page of pages) {
          if (known.has(page.url ?? '')) continue
          if (!(yield* hasSlot(database, 'knowledgeSources', baseId))) break
          yield* run(sources.insert, ...sources.values({ ...page, parentId: id, dueAt }))
        }
      })
    },
    async deleteSource(workspaceId, baseId, id) {
      const source = readSource(await database.get(`SELECT ${sources.columns} ${oneSource}`, id, baseId, workspaceId))
      if (!source) return undefined
      const findPages = 'SELECT id FROM knowledge_sources WHERE parent_id = ?'
      const pages = source.kind === 'site' ? await database.all<{ id: string }>(findPages, id) : []
      for (const page of pages) await deleteWithPassages(page.id)
      return readSource(await deleteWithPassages(id))
    },
    async findByWords(baseId, words, limit) {
      if (words.length === 0) return []
      const { sql, query } = database.dialect.matchingWords(baseId, words)
      const rows = await database.analyticalQuery<KnowledgeChunk>(
        `SELECT ${chunks.columns} FROM knowledge_chunks ${sql} LIMIT ?`,
        ...query,
        limit,
      )
      return rows
    },
    chunks: (baseId, ids) =>
      database.analyticalQuery<KnowledgeChunk>(
        `SELECT ${chunks.columns} FROM knowledge_chunks WHERE id ${database.dialect.isOneOf} AND base_id = ?`,
        [...ids],
        baseId,
      ),
    basesToEmbed: () =>
      database.analyticalQuery(
        'SELECT id, workspace_id AS "workspaceId" FROM knowledge_bases WHERE embedding_model IS NOT NULL AND ' +
          'coalesce((SELECT sum(chunks) FROM knowledge_sources WHERE base_id = knowledge_bases.id AND embedding_problem IS NULL), 0) > ' +
          '(SELECT count(*) FROM knowledge_vectors AS v JOIN knowledge_sources AS s ON s.id = v.source_id ' +
          'WHERE v.base_id = knowledge_bases.id AND v.model = knowledge_bases.embedding_model AND s.embedding_problem IS NULL) ORDER BY id',
      ),
    pendingChunks: (baseId, model) =>
      database.analyticalQuery<PendingChunk>(
        'SELECT c.id AS id, c.source_id AS "sourceId" FROM knowledge_chunks AS c JOIN knowledge_sources AS s ON s.id = c.source_id ' +
          `WHERE c.base_id = ? AND s.embedding_problem IS NULL AND ${withoutVector('c')} ORDER BY s.created_at, s.id, c.id`,
        baseId,
        model,
      ),
    async saveVectors(model, vectors) {
      await database.transaction(function* () {
        for (const { chunkId, vector, scale } of vectors) yield* run(saveVector, model, vector, scale, chunkId)
      })
    },
    async removeOldVectors(baseId, model) {
      const others = model === null ? '' : ' AND model <> ?'
      const remove =
        'DELETE FROM knowledge_vectors WHERE chunk_id IN ' +
        `(SELECT chunk_id FROM knowledge_vectors WHERE base_id = ?${others} LIMIT 500)`
      while ((await database.run(remove, baseId, ...(model === null ? [] : [model]))) === 500);
    },
    vectors: (baseId, model, after, limit) =>
      database.analyticalQuery<KnowledgeVector>(
        'SELECT chunk_id AS "chunkId", vector, scale FROM knowledge_vectors ' +
          'WHERE base_id = ? AND model = ? AND chunk_id > ? ORDER BY chunk_id LIMIT ?',
        baseId,
        model,
        after,
        limit,
      ),
    async setEmbeddingProblem(baseId, model, problem, sourceId) {
      const set = 'UPDATE knowledge_sources SET embedding_problem = ? WHERE base_id = ?'
      if (sourceId !== undefined) await database.run(`${set} AND id = ?`, problem, baseId, sourceId)
      else
        await database.run(
          `${set} AND EXISTS (SELECT 1 FROM knowledge_chunks AS c WHERE c.source_id = knowledge_sources.id AND ${withoutVector('c')})`,
          problem,
          baseId,
          model,
        )
    },
    async clearEmbeddingProblems(baseId) {
      if (baseId === undefined) await database.run(clearProblems)
      else await database.run(`${clearProblems} AND base_id = ?`, baseId)
    },
    async renewVectors(baseId) {
      await database.run('UPDATE knowledge_bases SET revision = revision + 1 WHERE id = ?', baseId)
    },
    async noteQuestion({ id, baseId, workspaceId, key, text, now }, max) {
      const lockBase = `SELECT 1 FROM knowledge_bases WHERE id = ? AND workspace_id = ? AND ${isKept}${database.dialect.forUpdate}`
      const again =
        'UPDATE knowledge_questions SET count = count + 1, text = ?, last_asked_at = ? WHERE base_id = ? AND key = ?'
      const removeOldest =
        'DELETE FROM knowledge_questions WHERE id IN (SELECT id FROM knowledge_questions WHERE base_id = ? ' +
        'ORDER BY last_asked_at DESC, id DESC LIMIT 1000 OFFSET ?)'
      await database.transaction(function* () {
        if (!(yield* get(lockBase, baseId, workspaceId))) return
        if ((yield* run(again, text, now, baseId, key)) > 0) return
        const asked = { id, baseId, workspaceId, key, text, count: 1, firstAskedAt: now, lastAskedAt: now }
        yield* run(questions.insert, ...questions.values(asked))
        yield* run(removeOldest, baseId, max)
      })
    },
    async listQuestions(workspaceId, baseId) {
      const sql =
        `SELECT ${questions.columns} FROM knowledge_questions WHERE base_id = ? AND workspace_id = ? ` +
        'ORDER BY count DESC, last_asked_at DESC, id DESC'
      return (await database.all(sql, baseId, workspaceId)).map((row) => questions.read(row))
    },
    async deleteQuestion(workspaceId, baseId, id) {
      const sql = `DELETE FROM knowledge_questions WHERE id = ? AND base_id = ? AND workspace_id = ? RETURNING ${questions.columns}`
      const row = await database.returning(sql, id, baseId, workspaceId)
      return row && questions.read(row)
    },
    removeQuestionsBefore: (before, limit) =>
      database.run(
        'DELETE FROM knowledge_questions WHERE id IN (SELECT id FROM knowledge_questions WHERE last_asked_at < ? LIMIT ?)',
        before,
        limit,
      ),
  }
}

/** Number of the oldest due sources that are read for each one that is taken, so that workspaces take turns. */
const lookedAt = 100

const embedded =
  '(SELECT count(*) FROM knowledge_vectors WHERE source_id = knowledge_sources.id AND model = ' +
  '(SELECT embedding_model FROM knowledge_bases WHERE knowledge_bases.id = knowledge_sources.base_id)) AS embedded'
const readListed = (row: RawRow) => ({ ...sources.read(row), embedded: Number(row.embedded) })

const clearProblems = 'UPDATE knowledge_sources SET embedding_problem = NULL WHERE embedding_problem IS NOT NULL'
/** SQL condition: the chunk, given as the name of its table, has no vector of the model (a parameter). */
const withoutVector = (chunk: string) =>
  `NOT EXISTS (SELECT 1 FROM knowledge_vectors AS v WHERE v.chunk_id = ${chunk}.id AND v.model = ?)`
const saveVector =
  'INSERT INTO knowledge_vectors (chunk_id, base_id, source_id, model, vector, scale) ' +
  'SELECT id, base_id, source_id, ?, ?, CAST(? AS DOUBLE PRECISION) FROM knowledge_chunks WHERE id = ? ' +
  'ON CONFLICT (chunk_id) DO UPDATE SET model = excluded.model, vector = excluded.vector, scale = excluded.scale'

const oneSource = 'FROM knowledge_sources WHERE id = ? AND base_id = ? AND workspace_id = ?'
const sizeOfOthers =
  'SELECT coalesce(sum(bytes), 0) AS bytes, coalesce(sum(chunks), 0) AS chunks FROM knowledge_sources WHERE base_id = ? AND id <> ?'

/** Problem of a source of which only some chunks were written. */
const interrupted = 'It was interrupted while it was read. Refresh it.'

/** A document may have thousands of chunks: batches let other writes run in between. */
function inBatches<Item>(items: readonly Item[]): Item[][] {
  const batches: Item[][] = []
  for (let at = 0; at < items.length; at += chunksAtOnce) batches.push(items.slice(at, at + chunksAtOnce))
  return batches
}

const chunksAtOnce = 100

/** A number that no other chunk has: the last ten characters of its id, which are random. */
const numberOf = ({ id }: KnowledgeChunk): number => Number.parseInt(id.slice(-10), 36)
