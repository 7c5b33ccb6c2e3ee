import type { Database, Dialect } from '../database.js'
import type { PageSize, Position, ResultPage } from './result-page.js'
import { results } from './result-tables.js'

/** Position and size of a result that has not been read yet. */
export interface SizedResult extends Position {
  /** A text where the database counts in 64-bit numbers. */
  bytes: number | string
}

/** SQL for the size of a row of `results` with its answers. */
export const bytesOfResult =
  'octet_length(variables) + coalesce((SELECT sum(octet_length(content) + coalesce(octet_length(attached_file_urls), 0)) ' +
  'FROM answers WHERE answers.result_id = results.id AND answers.workspace_id = results.workspace_id), 0)'

export const newestFirst = 'ORDER BY created_at DESC, id DESC'

/** Number of results whose sizes are read first. */
const firstSizes = 4

/**
 * Reads the results of a page with their sizes, and one beyond it, through `read`, which gets the last one read and how many to read. To learn
 * the size of a result with long answers, SQLite reads those of its neighbours, so that it is asked only for as many as may fit.
 */
export async function readSizes(
  read: (after: Position | undefined, limit: number) => Promise<SizedResult[]>,
  { limit, bytes }: PageSize,
): Promise<SizedResult[]> {
  const found: SizedResult[] = []
  let total = 0
  for (let step = firstSizes; found.length <= limit && total <= bytes; step *= 4) {
    const asked = Math.min(step, limit + 1 - found.length)
    const more = await read(found.at(-1), asked)
    found.push(...more)
    total += more.reduce((sum, one) => sum + Number(one.bytes), 0)
    if (more.length < asked) break
  }
  return found
}

/** Reads as many of the `sized` results as fit on a page, in their order. */
export async function readPage(
  read: Database['all'],
  { isOneOf }: Dialect,
  workspaceId: string,
  sized: readonly SizedResult[],
  size: PageSize,
): Promise<ResultPage> {
  const { fit, bytes } = fitting(sized, size)
  const last = fit.at(-1)
  if (!last) return { rows: [], bytes }
  const sql = `SELECT ${results.columns} FROM results WHERE id ${isOneOf} AND workspace_id = ?`
  const ids = fit.map(({ id }) => id)
  const found = new Map((await read(sql, ids, workspaceId)).map((row) => results.read(row)).map((row) => [row.id, row]))
  const rows = ids.flatMap((id) => found.get(id) ?? [])
  return { rows, bytes, ...(fit.length < sized.length && { next: { createdAt: last.createdAt, id: last.id } }) }
}

function fitting(sized: readonly SizedResult[], { limit, bytes }: PageSize): { fit: SizedResult[]; bytes: number } {
  const fit: SizedResult[] = []
  let total = 0
  for (const one of sized.slice(0, limit)) {
    const size = Number(one.bytes)
    if (fit.length > 0 && total + size > bytes) break
    fit.push(one)
    total += size
  }
  return { fit, bytes: total }
}
