import type { MemoryImage } from './segment.js'

/** The images that were used last, as many as fit. */
export class ImageCache {
  readonly #images = new Map<string, MemoryImage>()
  readonly #maximum: number
  #bytes = 0

  constructor(maximumBytes: number) {
    this.#maximum = maximumBytes
  }

  get(key: string): MemoryImage | undefined {
    const image = this.#images.get(key)
    if (image === undefined) return undefined
    this.#images.delete(key)
    this.#images.set(key, image)
    return image
  }

  set(key: string, image: MemoryImage): void {
    this.#images.set(key, image)
    this.#bytes += cost(key, image)
    for (const [oldest, { bytes }] of this.#images) {
      if (this.#bytes <= this.#maximum) return
      this.#images.delete(oldest)
      this.#bytes -= cost(oldest, { bytes })
    }
  }
}

const cost = (key: string, { bytes }: { bytes: Uint8Array }) => 2 * key.length + bytes.length
