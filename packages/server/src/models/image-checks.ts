import type { EgressPort } from '@colloquy/ports/egress'
import type { TurnScope } from '../effects/effects.js'
import type { OpenFile } from '../service-calls/read-upload.js'
import { readWithin } from '../service-calls/read-upload.js'

/** Kind of content at an address: an image that the provider fetches, one whose bytes are sent along, or something else. */
export type ImageCheck =
  | { kind: 'image'; type: string }
  | { kind: 'bytes'; type: string; content: Uint8Array }
  | { kind: 'other' }

const inlineTypes = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp'])
const inlineBytes = 5_000_000

/**
 * Finds out which addresses are images, once per turn. Files of the conversation are sent along, since a provider may not be able to
 * reach this server.
 */
export class ImageChecks {
  readonly #egress: EgressPort
  readonly #openFile: OpenFile
  readonly #known = new WeakMap<TurnScope, Map<string, Promise<ImageCheck>>>()

  constructor({ egress, openFile }: { egress: EgressPort; openFile: OpenFile }) {
    this.#egress = egress
    this.#openFile = openFile
  }

  at(url: string, scope: TurnScope): Promise<ImageCheck> {
    const known = this.#known.get(scope) ?? new Map<string, Promise<ImageCheck>>()
    this.#known.set(scope, known)
    const look = known.get(url) ?? this.#look(url, scope)
    known.set(url, look)
    return look
  }

  async #look(url: string, scope: TurnScope): Promise<ImageCheck> {
    const own = await this.#openFile(url, scope)
    if (own) {
      if (!inlineTypes.has(own.contentType)) {
        await own.content.cancel()
        return { kind: 'other' }
      }
      const content = await readWithin(own.content, inlineBytes)
      return content ? { kind: 'bytes', type: own.contentType, content } : { kind: 'other' }
    }
    const head = await this.#typeAt(url, 'HEAD', scope)
    const type = head ?? (await this.#typeAt(url, 'GET', scope)) ?? ''
    return type.startsWith('image/') ? { kind: 'image', type } : { kind: 'other' }
  }

  /** Returns the content type of a 2xx response. */
  async #typeAt(url: string, method: 'HEAD' | 'GET', scope: TurnScope): Promise<string | undefined> {
    const answer = await this.#egress.send({
      owner: { workspaceId: scope.workspaceId, botId: scope.botId },
      url,
      method,
      headers: [],
      timeoutSeconds: scope.budget.secondsFor(10),
      maxBytes: inlineBytes,
      guard: scope.budget,
    })
    if (answer.kind !== 'response' || answer.status < 200 || answer.status >= 300) return undefined
    return answer.headers['content-type']?.toLowerCase()
  }
}
