import { type Database, get, run } from '../database.js'
import { start } from '../removal-marks.js'
import { type Removal, type Step, stepsOf } from './removal-steps.js'
import type { RemovalProgress, RemovalStore } from './removals.js'

/** Milliseconds by which a removal that waits for others comes later. */
const waitingTime = 1_000

export function removalStore(database: Database): RemovalStore {
  const find =
    'SELECT kind, owner_id AS "ownerId", workspace_id AS "workspaceId", until, is_whole AS "isWhole", step, position ' +
    `FROM removals ORDER BY worked_at, kind, owner_id LIMIT 1${database.dialect.skipLocked}`
  const ofRemoval = 'WHERE kind = ? AND owner_id = ?'
  const advance = `UPDATE removals SET step = ?, position = ?, worked_at = ? ${ofRemoval}`
  const end = `DELETE FROM removals ${ofRemoval}`
  return {
    async work(now, most) {
      return database.transaction(function* () {
        const began = performance.now()
        const progress = (state: RemovalProgress['state'], step: string, hasFiles = false) => ({
          state,
          step,
          milliseconds: performance.now() - began,
          hasFiles,
        })
        const removal = yield* get<Removal>(find)
        if (!removal) return progress('idle', '')
        const { kind, ownerId } = removal
        const steps = stepsOf[kind]
        let { position } = removal
        for (let number = removal.step; number < steps.length; number++, position = start) {
          const step = steps[number] as Step
          if (step.ofWhole && removal.isWhole !== 1) continue
          const limit = Math.min(step.most, most)
          const batch = yield* step.work(database, { ...removal, position }, limit, now)
          const name = `${kind}: ${step.name}`
          if (batch.isWaiting) {
            yield* run(advance, number, start, now + waitingTime, kind, ownerId)
            return progress('waiting', name)
          }
          if (batch.rows === 0) continue
          const isLast = batch.rows < limit
          yield* run(
            advance,
            isLast ? number + 1 : number,
            isLast ? start : (batch.position ?? start),
            now,
            kind,
            ownerId,
          )
          return progress('worked', name, step.hasFiles)
        }
        yield* run(end, kind, ownerId)
        return progress('worked', kind)
      })
    },
  }
}
