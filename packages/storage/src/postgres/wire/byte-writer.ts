/** Writes bytes one after another, numbers in big-endian order, into a buffer that grows. */
export class ByteWriter {
  /** Few connections ever write, so nothing is allocated before the first write. */
  #bytes = Buffer.alloc(0)
  #at = 0

  get length(): number {
    return this.#at
  }

  /** Writes an integer in four bytes: its lowest 32 bits. */
  number(value: number): void {
    this.#makeRoom(4)
    this.#at = this.#put(value, this.#at)
  }

  /** The same, overwriting four bytes at a position. */
  numberAt(position: number, value: number): void {
    this.#put(value, position)
  }

  /** Reserves four bytes for the length of the next part; returns their position, for `endSized`. */
  beginSized(): number {
    this.number(0)
    return this.#at - 4
  }

  /** Writes the number of bytes written since, without those of the length itself. */
  endSized(position: number): void {
    this.#put(this.#at - position - 4, position)
  }

  /** Writes two bytes. */
  short(value: number): void {
    this.#makeRoom(2)
    this.#bytes[this.#at++] = value >>> 8
    this.#bytes[this.#at++] = value
  }

  byte(value: number): void {
    this.#makeRoom(1)
    this.#bytes[this.#at++] = value
  }

  /** Writes an integer in eight bytes; throws a RangeError if the value is not an integer or not exact. */
  long(value: number): void {
    if (!Number.isSafeInteger(value)) throw new RangeError(`${value} is not an integer that can be stored`)
    this.#makeRoom(8)
    this.#at = this.#put(value, this.#put(Math.floor(value / 2 ** 32), this.#at))
  }

  double(value: number): void {
    this.#makeRoom(8)
    this.#at = this.#bytes.writeDoubleBE(value, this.#at)
  }

  /** Writes UTF-8. Most texts are ids: a call out of JavaScript would take longer than writing them. */
  text(text: string): void {
    this.#makeRoom(text.length > usual ? Buffer.byteLength(text) : text.length * 3)
    if (text.length > 40 || !this.#wroteAscii(text)) this.#at += this.#bytes.write(text, this.#at, 'utf8')
  }

  /** All written bytes, valid until the next write. */
  written(): Buffer {
    return this.#bytes.subarray(0, this.#at)
  }

  /** Starts again, and frees the memory of an unusually large message. */
  clear(): void {
    this.#at = 0
    if (this.#bytes.length > maxKept) this.#bytes = Buffer.alloc(0)
  }

  #wroteAscii(text: string): boolean {
    const bytes = this.#bytes
    const at = this.#at
    for (let index = 0; index < text.length; index++) {
      const code = text.charCodeAt(index)
      if (code > 127) return false
      bytes[at + index] = code
    }
    this.#at = at + text.length
    return true
  }

  #put(value: number, at: number): number {
    const bytes = this.#bytes
    bytes[at] = value >>> 24
    bytes[at + 1] = value >>> 16
    bytes[at + 2] = value >>> 8
    bytes[at + 3] = value
    return at + 4
  }

  #makeRoom(bytes: number): void {
    if (this.#at + bytes <= this.#bytes.length) return
    const needed = this.#at + bytes
    const larger = Buffer.allocUnsafe(Math.max(usual, needed + Math.min(needed, maxKept)))
    this.#bytes.copy(larger, 0, 0, this.#at)
    this.#bytes = larger
  }
}

const usual = 65_536
const maxKept = 1_048_576
