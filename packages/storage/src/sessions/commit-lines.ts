import { commitSize, longCommit } from './commit-size.js'
import type { TurnCommit } from './sessions.js'

/**
 * Queue of commits that wait to be written. A batch contains all short ones, or as many long ones as fit into `batchCharacters`, but at
 * least one; workspaces take turns with long ones.
 */
export class CommitLines<Item extends { readonly commit: TurnCommit }> {
  readonly #batchCharacters: number
  #short: Item[] = []
  /** By workspace; the one served last comes last. */
  readonly #long = new Map<string, Item[]>()

  constructor(batchCharacters: number) {
    this.#batchCharacters = batchCharacters
  }

  get hasShort(): boolean {
    return this.#short.length > 0
  }

  get hasLong(): boolean {
    return this.#long.size > 0
  }

  add(item: Item): void {
    const { commit } = item
    const { workspaceId } = commit.session
    if (commitSize(commit) < longCommit) this.#short.push(item)
    else if (this.#long.has(workspaceId)) this.#long.get(workspaceId)?.push(item)
    else this.#long.set(workspaceId, [item])
  }

  takeShort(): Item[] {
    const batch = this.#short
    this.#short = []
    return batch
  }

  takeLong(): Item[] {
    const batch: Item[] = []
    let left = this.#batchCharacters
    while (this.#long.size > 0 && left > 0) {
      const [workspaceId, line] = this.#long.entries().next().value as [string, Item[]]
      const item = line[0] as Item
      const characters = commitSize(item.commit)
      if (characters > left && left < this.#batchCharacters) break
      left -= characters
      batch.push(item)
      line.shift()
      this.#long.delete(workspaceId)
      if (line.length > 0) this.#long.set(workspaceId, line)
    }
    return batch
  }
}
