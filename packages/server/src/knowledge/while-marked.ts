import type { KnowledgeSource, Storage } from '@colloquy/storage'
import type { Around } from '../process/fair-jobs.js'

/** Milliseconds for which other processes leave a source to the one that took it. */
export const lease = 600_000

/** Milliseconds after which a marked source counts as one whose reading ended with the process: far more than a document may take. */
const maxReadingLength = 60_000

const unfinished = 'The service ended while it read this source. Check its content, and refresh it to try again.'

interface Marking {
  storage: { knowledge: Pick<Storage['knowledge'], 'changeSource'> }
  now: () => number
}

/**
 * Marks a stored source while it is read, so that a source which ends the process does not end it again: `failIfMarked` finds the mark.
 * Afterwards the source is due after the lease, in case that the result is not stored.
 */
export function whileMarked({ storage: { knowledge }, now }: Marking, source: KnowledgeSource): Around {
  const { workspaceId, id, problem } = source
  return async (read) => {
    const mark = { problem: unfinished, dueAt: now() + maxReadingLength }
    const marked = await knowledge.changeSource(workspaceId, id, mark)
    try {
      return await read()
    } finally {
      if (marked) await knowledge.changeSource(workspaceId, id, { problem, dueAt: now() + lease })
    }
  }
}

/** Makes a due source that is still marked a failed one, which is not read until an author asks for it. Returns whether it was marked. */
export async function failIfMarked({ storage: { knowledge } }: Marking, source: KnowledgeSource): Promise<boolean> {
  if (source.problem !== unfinished) return false
  await knowledge.changeSource(source.workspaceId, source.id, { dueAt: null })
  return true
}
