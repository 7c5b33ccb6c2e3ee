import { applyOperations, diff } from '@colloquy/flow/operations'
import { useDeferredValue, useMemo } from 'react'
import { useDocument, useStudio } from './studio.js'
import { usePublishedBot } from './use-stored-bot.js'

const parts = ['events', 'groups', 'edges', 'variables', 'theme', 'settings'] as const

/** What visitors get, and in how many places the draft has gone from it. */
export function useUnpublished() {
  const { editing } = useStudio()
  const current = useDocument((it) => it)
  // Counting may wait while somebody types.
  const document = useDeferredValue(current)
  const published = usePublishedBot()
  const live = published.data
  const base = useMemo(() => live && sharing(partsOf(live), partsOf(editing.document)), [live, editing])
  const changes = useMemo(() => (base ? countChanges(base, partsOf(document)) : 0), [base, document])
  return { live, changes, isPending: published.isPending }
}

const partsOf = (from: object) => Object.fromEntries(parts.map((key) => [key, (from as Record<string, unknown>)[key]]))

/** The same as a release, of the very objects of the draft where those are equal: comparing the two then costs what differs. */
const sharing = <T extends object>(live: T, draft: T): T => applyOperations(draft, diff(draft, live))

/** How many places of the draft differ from the release; where a group was moved to on the canvas does not count. */
const countChanges = (live: object, draft: object): number =>
  diff(live, draft).filter((it) => !(it.kind === 'set' && it.path.includes('graphCoordinates'))).length
