import type { ContactKey, MessagingStore } from '@colloquy/storage'
import { FairRounds } from '../process/fair-rounds.js'

/**
 * Wraps a store whose calls hold the main thread until they are on the disk: of the calls for contacts one begins in each round of the event
 * loop, and workspaces take turns. Otherwise the contacts of one workspace, of which hundreds are answered at once, would stop all requests.
 */
export function pacedStore(store: MessagingStore): MessagingStore {
  const rounds = new FairRounds()
  const paced =
    <Values extends [string | ContactKey, ...unknown[]], Result>(call: (...values: Values) => Promise<Result>) =>
    async (...values: Values): Promise<Result> => {
      const [of] = values
      await rounds.next(typeof of === 'string' ? of : of.workspaceId)
      return call(...values)
    }
  return {
    ...store,
    lease: paced(store.lease),
    release: paced(store.release),
    find: paced(store.find),
    waiting: paced(store.waiting),
    join: paced(store.join),
    progress: paced(store.progress),
    postpone: paced(store.postpone),
    settle: paced(store.settle),
    setSession: paced(store.setSession),
  }
}
