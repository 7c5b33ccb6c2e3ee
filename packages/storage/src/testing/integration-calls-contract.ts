import { describe, expect, it } from 'vitest'
import type { Storage } from '../storage.js'
import { integrationCalls } from './rows.js'

/** Contract of `Storage` implementations: counts of calls to services. Workspaces are seeded. */
export function integrationCallsContract(use: () => Storage): void {
  describe('calls to services', () => {
    it('adds up the calls of each day, and keeps what succeeded and failed last', async () => {
      const { add, list } = use().integrationCalls
      const later = { succeeded: 1, failed: 0, lastSuccessAt: 50, lastFailureAt: null, lastFailure: null }
      await add([integrationCalls(), integrationCalls({ workspaceId: 'w2' }), integrationCalls({ kind: 'gmail' })])
      await Promise.all([add([integrationCalls(later)]), add([integrationCalls(later)])])
      expect(await list('w1', '1970-01-01')).toEqual([
        integrationCalls({ kind: 'gmail' }),
        integrationCalls({ succeeded: 4, lastSuccessAt: 50 }),
      ])
    })
    it('lists the days from one on, and removes those before one', async () => {
      const { add, list, removeBefore } = use().integrationCalls
      const [first, second] = [integrationCalls({ day: '2026-11-01' }), integrationCalls({ day: '2026-11-02' })]
      await add([second, first])
      expect(await list('w1', '2026-11-02')).toEqual([second])
      expect(await removeBefore('2026-11-02')).toBe(1)
      expect(await list('w1', '2026-01-01')).toEqual([second])
    })
    it('drops those of workspaces that are gone', async () => {
      const { add, list } = use().integrationCalls
      await add([integrationCalls({ workspaceId: 'gone' }), integrationCalls()])
      expect(await list('w1', '1970-01-01')).toHaveLength(1)
    })
  })
}
