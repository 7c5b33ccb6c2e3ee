import { type Database, get, type RawRow, run } from '../database.js'
import { Table } from '../table.js'
import type { KnowledgeBase, KnowledgeChunk, KnowledgeSize, KnowledgeSource, KnowledgeStore } from './knowledge.js'

const bases = new Table<KnowledgeBase>('knowledge_bases', {
  id: 'text',
  workspaceId: 'text',
  name: 'text',
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
  bytes: 'integer',
  chunks: 'integer',
  createdAt: 'integer',
  refreshedAt: 'integer',
})

const chunkKinds = { id: 'text', title: 'text', url: 'text', text: 'text', words: 'text' } as const
const chunks = new Table<KnowledgeChunk>('knowledge_chunks', chunkKinds, {
  number: 'integer',
  baseId: 'text',
  sourceId: 'text',
})

export function knowledgeStore(database: Database): KnowledgeStore {
  const readBase = (row: RawRow | undefined) => row && bases.read(row)
  const readSource = (row: RawRow | undefined) => row && sources.read(row)
  return {
    async createBase(base) {
      await database.run(bases.insert, ...bases.values(base))
    },
    async getBase(workspaceId, id) {
      return readBase(
        await database.get(
          `SELECT ${bases.columns} FROM knowledge_bases WHERE id = ? AND workspace_id = ?`,
          id,
          workspaceId,
        ),
      )
    },
    async baseIds(workspaceId) {
      const rows = await database.all<{ id: string }>(
        'SELECT id FROM knowledge_bases WHERE workspace_id = ?',
        workspaceId,
      )
      return rows.map(({ id }) => id)
    },
    async listBases(workspaceId) {
      const sums = (column: string) =>
        `(SELECT coalesce(sum(${column}), 0) FROM knowledge_sources WHERE base_id = knowledge_bases.id)`
      const rows = await database.all(
        `SELECT ${bases.columns}, ${sums('bytes')} AS bytes, ${sums('chunks')} AS chunks, ${sums('1')} AS sources ` +
          'FROM knowledge_bases WHERE workspace_id = ? ORDER BY name, id',
        workspaceId,
      )
      return rows.map((row) => ({
        ...bases.read(row),
        bytes: Number(row.bytes),
        chunks: Number(row.chunks),
        sources: Number(row.sources),
      }))
    },
    async renameBase(workspaceId, id, name, now) {
      const sql = `UPDATE knowledge_bases SET name = ?, updated_at = ? WHERE id = ? AND workspace_id = ? RETURNING ${bases.columns}`
      return readBase(await database.returning(sql, name, now, id, workspaceId))
    },
    async deleteBase(workspaceId, id) {
      const sql = `DELETE FROM knowledge_bases WHERE id = ? AND workspace_id = ? RETURNING ${bases.columns}`
      return readBase(await database.returning(sql, id, workspaceId))
    },
    async getSource(workspaceId, baseId, id) {
      return readSource(await database.get(`SELECT ${sources.columns} ${oneSource}`, id, baseId, workspaceId))
    },
    async listSources(workspaceId, baseId) {
      const sql =
        `SELECT ${sources.columns} FROM knowledge_sources WHERE base_id = ? AND workspace_id = ? ` +
        'ORDER BY created_at DESC, id DESC'
      return (await database.all(sql, baseId, workspaceId)).map((row) => sources.read(row))
    },
    async saveSource(source, found, most) {
      const lockBase = `SELECT 1 FROM knowledge_bases WHERE id = ? AND workspace_id = ?${database.dialect.forUpdate}`
      const begun = await database.transaction(function* () {
        if (!(yield* get(lockBase, source.baseId, source.workspaceId))) return 'missing'
        const others = (yield* get<KnowledgeSize>(sizeOfOthers, source.baseId, source.id))!
        if (Number(others.bytes) + source.bytes > most.bytes) return 'full'
        if (Number(others.chunks) + source.chunks > most.chunks) return 'full'
        const assignments = sources.assignments({ ...source, problem: interrupted })
        const changed = yield* run(
          `UPDATE knowledge_sources SET ${assignments.sql} WHERE id = ?`,
          ...assignments.values,
          source.id,
        )
        if (changed === 0) yield* run(sources.insert, ...sources.values({ ...source, problem: interrupted }))
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
          for (const chunk of some) {
            yield* run(chunks.insert, ...chunks.values(chunk, numberOf(chunk), source.baseId, source.id))
          }
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
      return 'saved'
    },
    async setProblem(workspaceId, id, problem) {
      const sql = `UPDATE knowledge_sources SET problem = ? WHERE id = ? AND workspace_id = ? RETURNING ${sources.columns}`
      return readSource(await database.returning(sql, problem, id, workspaceId))
    },
    async deleteSource(workspaceId, baseId, id) {
      const sql = `DELETE ${oneSource} RETURNING ${sources.columns}`
      return readSource(await database.returning(sql, id, baseId, workspaceId))
    },
    async findByWords(baseId, words, limit) {
      if (words.length === 0) return []
      const { sql, query } = database.dialect.matchingWords(baseId, words)
      const rows = await database.survey<KnowledgeChunk>(
        `SELECT ${chunks.columns} FROM knowledge_chunks ${sql} LIMIT ?`,
        ...query,
        limit,
      )
      return rows
    },
  }
}

const oneSource = 'FROM knowledge_sources WHERE id = ? AND base_id = ? AND workspace_id = ?'
const sizeOfOthers =
  'SELECT coalesce(sum(bytes), 0) AS bytes, coalesce(sum(chunks), 0) AS chunks FROM knowledge_sources WHERE base_id = ? AND id <> ?'

/** What a source says whose chunks were not all written. */
const interrupted = 'It was interrupted while it was read. Refresh it.'

/** A document may have thousands of chunks: other writes get in between. */
function inBatches<Item>(items: readonly Item[]): Item[][] {
  const batches: Item[][] = []
  for (let at = 0; at < items.length; at += 100) batches.push(items.slice(at, at + 100))
  return batches
}

/** A number that no other chunk has: the last ten signs of its id, which are random. */
const numberOf = ({ id }: KnowledgeChunk): number => Number.parseInt(id.slice(-10), 36)
