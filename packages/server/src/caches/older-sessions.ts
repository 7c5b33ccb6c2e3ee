import type { Storage } from '@colloquy/storage'
import { derivedId } from '../ids.js'

declare module '../service.js' {
  interface Service {
    readonly olderSessions: OlderSessions
  }
}

/**
 * Sessions of starts with keys that an earlier version answered: it derived their ids in a shorter form. They are looked for only while the
 * database has ids of that form.
 */
export class OlderSessions {
  readonly #storage: Pick<Storage, 'sessions'>
  readonly #secret: string
  #arePossible = true

  constructor(storage: Pick<Storage, 'sessions'>, secret: string, onError: (error: unknown) => void) {
    this.#storage = storage
    this.#secret = secret
    storage.sessions.hasIdsOfLength(24).then((found) => {
      this.#arePossible = found
    }, onError)
  }

  /** Returns the session to which a key led, with the answer to its start. */
  async open(botId: string, key: string | undefined) {
    if (key === undefined || !this.#arePossible) return undefined
    return this.#storage.sessions.open(derivedId(this.#secret, `${botId}\0${key}`), key)
  }
}
