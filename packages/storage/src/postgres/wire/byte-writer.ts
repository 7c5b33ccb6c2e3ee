/** Bytes that are written one after another, numbers with their highest byte first, into room that grows. */
export class ByteWriter {
  /** Few connections ever write, so that there is no room before something is written. */
  #bytes = Buffer.alloc(0)
  #at = 0

  get length(): number {
    return this.#at
  }

  /** A whole number, in four bytes: the lowest 32 bits of it. */
  number(value: number): void {
    this.#makeRoom(4)
    this.#at = this.#put(value, this.#at)
  }

  /** The same, in place of four bytes that were written before. */
  numberAt(place: number, value: number): void {
    this.#put(value, place)
  }

  /** Leaves room for the length of what comes next; returns the place of that, for `endSized`. */
  beginSized(): number {
    this.number(0)
    return this.#at - 4
  }

  /** Writes how many bytes have come since, those of the length not counted. */
  endSized(place: number): void {
    this.#put(this.#at - place - 4, place)
  }

  /** In two bytes. */
  short(value: number): void {
    this.#makeRoom(2)
    this.#bytes[this.#at++] = value >>> 8
    this.#bytes[this.#at++] = value
  }

  byte(value: number): void {
    this.#makeRoom(1)
    this.#bytes[this.#at++] = value
  }

  /** A whole number in eight bytes; throws a RangeError for what is none, or is not exact. */
  long(value: number): void {
    if (!Number.isSafeInteger(value)) throw new RangeError(`${value} is not an integer that can be stored`)
    this.#makeRoom(8)
    this.#at = this.#put(value, this.#put(Math.floor(value / 2 ** 32), this.#at))
  }

  double(value: number): void {
    this.#makeRoom(8)
    this.#at = this.#bytes.writeDoubleBE(value, this.#at)
  }

  /** In UTF-8. Most are ids: a call out of JavaScript would take longer than to write them. */
  text(text: string): void {
    this.#makeRoom(text.length > usual ? Buffer.byteLength(text) : text.length * 3)
    if (text.length > 40 || !this.#wroteAscii(text)) this.#at += this.#bytes.write(text, this.#at, 'utf8')
  }

  /** All of it, as long as nothing else is written. */
  written(): Buffer {
    return this.#bytes.subarray(0, this.#at)
  }

  /** Begins anew, without the room of what was unusually large. */
  clear(): void {
    this.#at = 0
    if (this.#bytes.length > mostKept) this.#bytes = Buffer.alloc(0)
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
    const larger = Buffer.allocUnsafe(Math.max(usual, needed + Math.min(needed, mostKept)))
    this.#bytes.copy(larger, 0, 0, this.#at)
    this.#bytes = larger
  }
}

const usual = 65_536
const mostKept = 1_048_576
