import type { Storage, User } from '@colloquy/storage'
import { RecentAnswers } from '../process/recent-answers.js'

declare module '../service.js' {
  interface Service {
    /** Checks the rights of people whose request is over. */
    readonly rights: PersonRights
  }
}

type Mode = 'read' | 'write'

/** Reads the rights of a person from the storage. */
type ReadRights = (storage: Storage, user: User, bot: { id: string; workspaceId: string }) => Promise<Mode | undefined>

/**
 * The rights of people whose request is over, such as somebody who opened a preview. They are asked whenever what that person opened is
 * used. Rights are remembered for a few seconds, and read again as soon as rights of anybody end, on whichever instance.
 */
export class PersonRights {
  readonly #storage: Storage
  readonly #readRights: ReadRights
  readonly #unsubscribe: () => void
  #recent = new RecentAnswers<Mode>(max)

  constructor(storage: Storage, readRights: ReadRights) {
    this.#storage = storage
    this.#readRights = readRights
    this.#unsubscribe = storage.changes.subscribe('rights', () => {
      this.#recent = new RecentAnswers(max)
    })
  }

  /** Returns whether a person may change a bot or only read it; undefined if neither, and without a person. */
  async modeOf(
    userId: string | undefined,
    { botId, workspaceId }: { botId: string; workspaceId: string },
  ): Promise<Mode | undefined> {
    if (userId === undefined) return undefined
    // Rights that end while they are read are kept in a list that is no longer used.
    const recent = this.#recent
    const key = `${userId} ${botId}`
    const known = recent.get(key, seconds)
    if (known) return known
    const user = await this.#storage.users.get(userId)
    const mode = user && (await this.#readRights(this.#storage, user, { id: botId, workspaceId }))
    if (mode) recent.keep(key, mode)
    return mode
  }

  close(): void {
    this.#unsubscribe()
  }
}

/** A workspace that is suspended, for which there is no notification, counts after this time. */
const seconds = 3
const max = 10_000
