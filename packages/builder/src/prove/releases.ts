import type { BotDocument } from '@colloquy/flow/operations'
import type { DraftReplaysOptions } from '@colloquy/prove'
import { type Answer, api } from '../service/api.js'

export type Source = DraftReplaysOptions['releases'][number]
type Page = Pick<Answer<'listRecordings'>, 'recordings' | 'linkedReleases'>

/** Maximum number of blocks in all releases together: each takes about a kilobyte on both sides. */
const maxBlocks = 30_000

/** Releases that recorded conversations were held with, and those of linked bots. Each is fetched once. */
export class Releases {
  readonly #botId: string
  readonly #found = new Map<string, Source | undefined>()
  #blocks = 0

  constructor(botId: string) {
    this.#botId = botId
  }

  /** Undefined if it could not be fetched, or if no more releases fit. */
  get(id: string | undefined): Source | undefined {
    return id === undefined ? undefined : this.#found.get(id)
  }

  /** Fetches the releases of a page of conversations, the most recent first. Returns those that are new. */
  async add({ recordings, linkedReleases }: Page): Promise<Source[]> {
    const positions = new Map(recordings.map(({ releaseId }) => [releaseId, this.#botId]))
    for (const [releaseId, botId] of Object.entries(linkedReleases)) positions.set(releaseId, botId)
    const added: Source[] = []
    for (const [releaseId, botId] of positions) {
      if (this.#found.has(releaseId) || this.#blocks > maxBlocks) continue
      const release = await this.#fetch(botId, releaseId)
      this.#found.set(releaseId, release)
      if (!release) continue
      this.#blocks += (release.groups as BotDocument['groups']).reduce((sum, { blocks }) => sum + blocks.length, 0)
      added.push(release)
    }
    return added
  }

  async #fetch(botId: string, releaseId: string): Promise<Source | undefined> {
    // A linked bot may be deleted, or not open to this member.
    const answer = await api.getRelease({ botId, releaseId }).catch(() => undefined)
    if (!answer) return undefined
    const { events, groups, edges, variables, theme, settings } = answer.release
    return { id: releaseId, botId, workspaceId: '', events, groups, edges, variables, theme, settings } as Source
  }
}
