import { readUrl } from '@colloquy/ports/urls'
import type { KnowledgeSource } from '@colloquy/storage'

const shortestWait = 60_000
const maxWait = 3_600_000
const maxHosts = 10_000

type SourceHost = Pick<KnowledgeSource, 'workspaceId' | 'url'>

/** Remembers for each workspace the hosts that do not answer in time: their pages wait a minute, and twice as long each further time, up to an hour. */
export class SlowHosts {
  readonly #now: () => number
  readonly #hosts = new Map<string, { wait: number; until: number }>()

  constructor(now: () => number) {
    this.#now = now
  }

  /** The time before which a source is not read; undefined if it may be read now. */
  waitsUntil(source: SourceHost): number | undefined {
    const until = this.#hosts.get(keyOf(source))?.until
    return until !== undefined && until > this.#now() ? until : undefined
  }

  /** Notes whether the host of a source answered in time. Waiting for the own service says nothing about a host. */
  note(source: SourceHost, isInTime: boolean): void {
    const key = keyOf(source)
    const before = this.#hosts.get(key)
    this.#hosts.delete(key)
    if (isInTime) return
    // Pages that were begun at the same time are slow for the same reason.
    const isSame = before !== undefined && before.until > this.#now()
    const wait = isSame ? before.wait : Math.min(maxWait, before ? 2 * before.wait : shortestWait)
    this.#hosts.set(key, isSame ? before : { wait, until: this.#now() + wait })
    if (this.#hosts.size > maxHosts) this.#hosts.delete(this.#hosts.keys().next().value as string)
  }
}

const keyOf = ({ workspaceId, url }: SourceHost): string => `${workspaceId} ${readUrl(url ?? '')?.host ?? ''}`
