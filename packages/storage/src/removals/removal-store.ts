import { type Database, get, run, type Work } from '../database.js'
import { start } from '../removal-marks.js'
import { type Removal, type Step, stepsOf } from './removal-steps.js'
import type { RemovalProgress, RemovalStore } from './removals.js'

/** Milliseconds by which a removal that waits for others comes later. */
const waitingTime = 1_000

/** Rows of the first piece of a batch: much may hang on each. Later pieces are larger as long as they take little of the time. */
const firstRows = 4

export function removalStore(database: Database): RemovalStore {
  return {
    async work(now, { rows, milliseconds }) {
      const began = performance.now()
      const elapsed = () => performance.now() - began
      const done = database.transaction(() => batchOf(database, now, rows, () => elapsed() < milliseconds))
      // SQLite carries out the transaction within the call.
      const held = elapsed()
      const batch = await done
      return { ...batch, milliseconds: Math.max(held, batch.milliseconds) }
    },
  }
}

/** Part of a transaction: deletes pieces of one removal, at most `max` rows each, until `hasTime` is false. */
function* batchOf(database: Database, now: number, max: number, hasTime: () => boolean): Work<RemovalProgress> {
  const began = performance.now()
  const progress = (state: RemovalProgress['state'], step: string, hasFiles = false) => ({
    state,
    step,
    milliseconds: performance.now() - began,
    hasFiles,
  })
  const waiting = new Set<string>()
  for (;;) {
    const removal = yield* get<Removal>(oldest + database.dialect.skipLocked)
    if (!removal) return progress(waiting.size === 0 ? 'idle' : 'waiting', '')
    const id = `${removal.kind} ${removal.ownerId}`
    if (waiting.has(id)) return progress('waiting', removal.kind)
    const { isWaiting, step, hasFiles } = yield* advance(database, removal, now, max, hasTime)
    if (!isWaiting || step !== undefined) return progress('worked', step ?? removal.kind, hasFiles)
    waiting.add(id)
  }
}

/** Deletes pieces of a removal. `step` is the last one that deleted rows; undefined if none did. */
function* advance(
  database: Database,
  removal: Removal,
  now: number,
  max: number,
  hasTime: () => boolean,
): Work<{ step: string | undefined; hasFiles: boolean; isWaiting: boolean }> {
  const { kind, ownerId } = removal
  const steps = stepsOf[kind]
  let { step: number, position } = removal
  let rows = firstRows
  let hasFiles = false
  let name: string | undefined
  while (number < steps.length) {
    const step = steps[number] as Step
    if (step.ofWhole && removal.isWhole !== 1) {
      number += 1
      continue
    }
    const limit = Math.min(step.max, rows, max)
    const began = performance.now()
    const piece = yield* step.work(database, { ...removal, position }, limit, now)
    if (piece.rows > 0) {
      name = `${kind}: ${step.name}`
      hasFiles ||= step.hasFiles === true
    }
    if (piece.isWaiting) {
      yield* run(save, number, start, now + waitingTime, kind, ownerId)
      return { step: name, hasFiles, isWaiting: true }
    }
    const isLast = piece.rows < limit
    position = isLast ? start : (piece.position ?? start)
    if (isLast) number += 1
    if (piece.rows > 0 && !hasTime()) {
      yield* run(save, number, position, now, kind, ownerId)
      return { step: name, hasFiles, isWaiting: false }
    }
    if (isLast) rows = firstRows
    else if (performance.now() - began < quickPiece) rows *= 2
  }
  yield* run(end, kind, ownerId)
  return { step: name, hasFiles, isWaiting: false }
}

/** Milliseconds of a piece after which the next one may be twice as large. */
const quickPiece = 1

const oldest =
  'SELECT kind, owner_id AS "ownerId", workspace_id AS "workspaceId", until, is_whole AS "isWhole", step, position ' +
  'FROM removals ORDER BY worked_at, kind, owner_id LIMIT 1'
const ofRemoval = 'WHERE kind = ? AND owner_id = ?'
const save = `UPDATE removals SET step = ?, position = ?, worked_at = ? ${ofRemoval}`
const end = `DELETE FROM removals ${ofRemoval}`
