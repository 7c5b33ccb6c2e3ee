import { applyOperations, diff } from '@colloquy/flow/operations'
import { useDeferredValue, useMemo } from 'react'
import { useBotEditor, useDocument } from './bot-editor.js'
import { usePublishedBot } from './use-stored-bot.js'

const parts = ['events', 'groups', 'edges', 'variables', 'theme', 'settings'] as const

/** The published version, and the number of places in which the draft differs from it. */
export function useUnpublished() {
  const { editing } = useBotEditor()
  const current = useDocument((it) => it)
  // Counting may wait while the user types.
  const document = useDeferredValue(current)
  const published = usePublishedBot()
  const live = published.data
  const base = useMemo(() => live && sharing(partsOf(live), partsOf(editing.document)), [live, editing])
  const changes = useMemo(() => (base ? countChanges(base, partsOf(document)) : 0), [base, document])
  return { live, changes, isPending: published.isPending }
}

const partsOf = (from: object) => Object.fromEntries(parts.map((key) => [key, (from as Record<string, unknown>)[key]]))

/**
 * Returns the release, built from the same objects as the draft wherever they are equal: comparing the two then costs only as much as they
 * differ.
 */
const sharing = <T extends object>(live: T, draft: T): T => applyOperations(draft, diff(draft, live))

/** Number of places in which the draft differs from the release, not counting positions of groups on the canvas. */
const countChanges = (live: object, draft: object): number =>
  diff(live, draft).filter((it) => !(it.kind === 'set' && it.path.includes('graphCoordinates'))).length
