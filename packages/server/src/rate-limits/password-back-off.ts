import { FadingMap } from './fading-map.js'
import type { Network } from './network-of.js'

export interface BackOffOptions {
  /** Wrong passwords for one account from one network before the first wait. */
  readonly perNetwork: number
  /** The same for one account from all networks together. */
  readonly perAccount: number
}

interface Failures {
  count: number
  /** Time of the next allowed attempt. */
  until: number
}

/** An attempt to prove a password; counts as wrong until it succeeds, so that simultaneous attempts are counted. */
export interface PasswordAttempt {
  readonly account: string
  readonly network: Network
}

/**
 * Delays password attempts after wrong ones, twice as long each time: up to 15 minutes for one account from one network, and up to 30
 * seconds for one account from anywhere. Neither locks an account: the owner uses another network than an attacker, and a network in which
 * the account is logged in may skip the second wait.
 */
export class PasswordBackOff {
  readonly #options: BackOffOptions
  readonly #failures = new FadingMap<Failures>(forgetAfterMilliseconds)

  constructor(options: BackOffOptions) {
    this.#options = options
  }

  /** Seconds until this network may try again, otherwise 0. */
  waitOfNetwork(attempt: PasswordAttempt, now: number): number {
    return this.#wait(keyOf(attempt), now)
  }

  /** Seconds until anyone may try again from a network in which the account is not logged in, otherwise 0. */
  waitOfAccount({ account }: PasswordAttempt, now: number): number {
    return this.#wait(account, now)
  }

  failed(attempt: PasswordAttempt, now: number, count = 1): void {
    const { perNetwork, perAccount } = this.#options
    this.#add(keyOf(attempt), count, { free: perNetwork, max: 900_000 }, now)
    this.#add(attempt.account, count, { free: perAccount, max: 30_000 }, now)
  }

  /** Reverts the counting of the attempt as wrong, and clears the earlier ones of its network. */
  succeeded(attempt: PasswordAttempt, now: number): void {
    this.#failures.delete(keyOf(attempt))
    const ofAccount = this.#failures.get(attempt.account)
    if (ofAccount) this.#failures.set(attempt.account, { ...ofAccount, count: ofAccount.count - 1 }, now)
  }

  #wait(key: string, now: number): number {
    return Math.ceil(Math.max(0, (this.#failures.get(key)?.until ?? 0) - now) / 1000)
  }

  #add(key: string, added: number, { free, max }: { free: number; max: number }, now: number): void {
    const count = (this.#failures.get(key)?.count ?? 0) + added
    const wait = count < free ? 0 : Math.min(max, 1000 * 2 ** (count - free))
    this.#failures.set(key, { count, until: now + wait }, now)
  }
}

const keyOf = ({ account, network }: PasswordAttempt) => `${account}\0${network.near}`

const forgetAfterMilliseconds = 1_800_000
