import type { Storage } from '@colloquy/storage'

/** A call of the storage, named by its store and its verb, such as `bots.update`. */
export interface StorageCall {
  name: string
  isWrite: boolean
}

/** Verbs that only read; all others write. */
const reads =
  /^(get|find|idsOf|list|first|is[A-Z]|received|fields|role|turn|open|answers|shortAnswers|logs|visitedEdges|check|latest|ofSession|count$|countWith|countByKey|notOfKey|type|totals|blockTotals|byQuarter|visits|dropOff|funnel|invalidReplies|seconds|usage|ofUser|page|lookedAfter|waiting|due|ownerOf|origins|connection|counts|segments|returnsByQuarter|standing|deployments|baseIds|health|readAt|authors|search|exportPage|inboxBots|divide|countStarts)/

/** Background work of the service, at its own pace. */
const isSweep = (name: string) =>
  /^(analytics\.resultBytes|clock\.latest|environments\.(due|perform|skip)|experiments\.takePromoting|removals\.work|uploads\.(abandon|listRemoved|forget)|deliveries\.(nextDueAt|take|deliver|fail|postpone|removeOld)|knowledge\.(takeDueSources|basesToEmbed|clearEmbeddingProblems)|messaging\.(due|freeAll|lease|extendLeases|removeOld))$/.test(
    name,
  )

/**
 * Wraps the storage. `before` may reject a call by throwing; `after` runs for completed calls. Neither runs for background work that
 * requests do not wait for: deleting rows and files of what was removed, and checking for due messages and deployments.
 */
export function failingStorage(
  storage: Storage,
  before: (call: StorageCall) => void,
  after: (call: StorageCall) => void = () => {},
): Storage {
  const wrapCall = (name: string, call: (...values: never[]) => Promise<unknown>) => {
    const told = { name, isWrite: !reads.test(name.split('.').at(-1) ?? '') }
    if (isSweep(name)) return call
    return async (...values: never[]) => {
      before(told)
      const outcome = await call(...values)
      after(told)
      return outcome
    }
  }
  const { changes, ...rest } = storage
  const wrapped = Object.entries(rest).map(([store, part]) => {
    if (typeof part === 'function') return [store, wrapCall(store, part.bind(storage))]
    const calls = Object.entries(part as unknown as Record<string, (...values: never[]) => Promise<unknown>>)
    return [
      store,
      Object.fromEntries(calls.map(([verb, call]) => [verb, wrapCall(`${store}.${verb}`, call.bind(part))])),
    ]
  })
  return { ...Object.fromEntries(wrapped), changes } as Storage
}
