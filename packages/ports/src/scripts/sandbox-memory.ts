import type { MemoryImage } from './segment.js'

const pageBytes = 4096
/** Size of the stack that the module was linked with: it lies between data and heap, and grows downwards. */
const stackBytes = 5 * 1024 * 1024
/** More of the stack than scripts can use; this part is wiped. */
const usedStackBytes = 512 * 1024
/** Bytes at the very top of the stack that are kept together with the heap, because the module stores data there. */
const stackTopBytes = pageBytes

/**
 * The memory of one sandbox, which can be restored to an earlier state. Its layout is data, stack, heap. The base state contains the data
 * and the heap up to its end; other states contain the pages that differ from it. The stack is unused between two segments.
 */
export class SandboxMemory {
  readonly #memory: WebAssembly.Memory
  readonly #bytes: Buffer
  readonly #words: Uint32Array
  /** Index of the word in which the allocator stores the end of the heap. */
  readonly #endWord: number
  readonly #dataEnd: number
  readonly #heapStart: number
  #base = Buffer.alloc(0)
  #baseEnd = 0
  #ranOut = false

  /** Has to be called before anything is allocated. Throws if the memory is not laid out as described. */
  constructor(memory: WebAssembly.Memory, malloc: (bytes: number) => number, free: (pointer: number) => void) {
    this.#memory = memory
    this.#watchGrowth()
    this.#bytes = Buffer.from(memory.buffer)
    this.#words = new Uint32Array(memory.buffer)
    const first = malloc(16)
    const stackTop = pageBytes * Math.floor(first / pageBytes)
    this.#dataEnd = pageBytes * Math.ceil((first - stackBytes) / pageBytes)
    this.#heapStart = stackTop - stackTopBytes
    this.#endWord = this.#findEndWord(malloc, free)
    free(first)
    if (this.#dataEnd < pageBytes || !this.#isZero(this.#dataEnd, this.#heapStart - usedStackBytes)) {
      throw new Error('The memory of the sandbox is laid out in another way than this version of its module has it.')
    }
  }

  /** True once a script needed more than a sandbox starts with: it still works, but should be replaced. */
  get hasGrown(): boolean {
    return this.#bytes.length !== this.#memory.buffer.byteLength
  }

  /** True if more memory than allowed has been requested since the last `restore`. */
  get ranOut(): boolean {
    return this.#ranOut
  }

  /** Makes the current state the base of `restore`. */
  keepAsBase(): void {
    this.#baseEnd = this.#pageAfter(this.#heapEnd)
    this.#base = Buffer.alloc(this.#baseEnd)
    this.#bytes.copy(this.#base, 0, 0, this.#dataEnd)
    this.#bytes.copy(this.#base, this.#heapStart, this.#heapStart, this.#baseEnd)
  }

  /** Saves the current state to memory that threads can share. Undefined if it takes more than `maximum` bytes. */
  save(maximum: number): MemoryImage | undefined {
    const pages: number[] = []
    for (let page = 0; page < this.#dataEnd / pageBytes; page += 1) if (this.#differs(page)) pages.push(page)
    const end = this.#pageAfter(this.#heapEnd) / pageBytes
    for (let page = this.#heapStart / pageBytes; page < end; page += 1) if (this.#differs(page)) pages.push(page)
    if (pages.length * pageBytes > maximum) return undefined
    const bytes = new Uint8Array(new SharedArrayBuffer(pages.length * pageBytes))
    for (const [index, page] of pages.entries()) {
      bytes.set(this.#bytes.subarray(page * pageBytes, (page + 1) * pageBytes), index * pageBytes)
    }
    return { pages: Uint32Array.from(pages), bytes }
  }

  /** Restores the base, or an image on top of it. The memory keeps nothing of the code that has run since. */
  restore(image?: MemoryImage): void {
    this.#ranOut = false
    this.#bytes.fill(0, this.#heapStart - usedStackBytes, this.#heapStart)
    this.#bytes.fill(0, this.#baseEnd, Math.max(this.#baseEnd, this.#pageAfter(this.#heapEnd)))
    this.#base.copy(this.#bytes, 0, 0, this.#dataEnd)
    this.#base.copy(this.#bytes, this.#heapStart, this.#heapStart, this.#baseEnd)
    image?.pages.forEach((page, index) => {
      this.#bytes.set(image.bytes.subarray(index * pageBytes, (index + 1) * pageBytes), page * pageBytes)
    })
  }

  /** Number of occurrences of a byte sequence in the memory. */
  count(sequence: Uint8Array): number {
    let found = 0
    for (let at = this.#bytes.indexOf(sequence); at >= 0; at = this.#bytes.indexOf(sequence, at + 1)) found += 1
    return found
  }

  /** The module's allocator calls `grow` if the heap is full. */
  #watchGrowth(): void {
    const grow = this.#memory.grow.bind(this.#memory)
    this.#memory.grow = (pages) => {
      try {
        return grow(pages)
      } catch (error) {
        this.#ranOut = true
        throw error
      }
    }
  }

  get #heapEnd(): number {
    return this.#words[this.#endWord] ?? 0
  }

  #pageAfter(address: number): number {
    return Math.min(pageBytes * Math.ceil(address / pageBytes), this.#bytes.length)
  }

  #differs(page: number): boolean {
    const [from, to] = [page * pageBytes, (page + 1) * pageBytes]
    if (to > this.#baseEnd) return !this.#isZero(from, to)
    return this.#bytes.compare(this.#base, from, to, from, to) !== 0
  }

  #isZero(from: number, to: number): boolean {
    for (let at = from; at < to; at += pageBytes) {
      if (this.#bytes.compare(zeros, 0, Math.min(pageBytes, to - at), at, Math.min(at + pageBytes, to)) !== 0)
        return false
    }
    return true
  }

  /**
   * Finds the word that changes when the heap grows: it exceeds the end of a large block that was just allocated, was lower before, and
   * does not change when a small block is taken from free memory.
   */
  #findEndWord(malloc: (bytes: number) => number, free: (pointer: number) => void): number {
    const size = 64 * 1024
    const before = this.#words.slice(0, this.#dataEnd / 4)
    const large = malloc(size)
    const after = this.#words.slice(0, this.#dataEnd / 4)
    const small = malloc(16)
    const found: number[] = []
    after.forEach((value, index) => {
      const moved = value >= large + size && (before[index] ?? 0) < large + size && before[index] !== 0
      if (moved && value <= this.#bytes.length && this.#words[index] === value) found.push(index)
    })
    free(small)
    free(large)
    const [word] = found
    if (word === undefined || found.length > 1) {
      throw new Error(`Expected one end of the heap in the sandbox's memory, found ${found.length}.`)
    }
    return word
  }
}

const zeros = Buffer.alloc(pageBytes)
