import type { KnowledgeVector } from '@colloquy/storage'
import { unpackVector } from './pack-vector.js'

export type VectorJob =
  /** Adds vectors under a key; `isFirst` replaces those that are held. */
  | { kind: 'add'; key: string; vectors: readonly KnowledgeVector[]; isFirst: boolean; maxBytes: number }
  | { kind: 'search'; key: string; query: Float32Array; limit: number }

export type VectorReport =
  /** `isWhole`: true if all of them fit into the memory limit. */
  | { kind: 'added'; isWhole: boolean }
  | { kind: 'found'; hits: VectorHit[] }
  /** The key is not in the cache. */
  | { kind: 'missing' }

/** A passage with about the same meaning as a question. */
export interface VectorHit {
  id: string
  /** From 0, the usual similarity between passages of the base, to 1. */
  score: number
}

/** Vectors of one base with the same number of components. */
interface Matrix {
  readonly ids: string[]
  readonly rows: Int8Array[]
  readonly scales: number[]
  /** Usual similarity of two passages of the base; undefined until it is needed. */
  usual: number | undefined
}

interface Held {
  /** By number of components: an endpoint may have changed its model. */
  readonly matrices: Map<number, Matrix>
  bytes: number
}

/** Holds the vectors of recently searched bases, and finds the nearest to a question by comparing all of them. */
export class VectorCache {
  /** Ordered by last use, most recent last. */
  readonly #held = new Map<string, Held>()
  #bytes = 0

  run(job: VectorJob): VectorReport {
    return job.kind === 'add' ? this.#add(job) : this.#search(job)
  }

  get bytes(): number {
    return this.#bytes
  }

  #add({ key, vectors, isFirst, maxBytes }: Extract<VectorJob, { kind: 'add' }>): VectorReport {
    if (isFirst) this.#begin(key)
    const held = this.#use(key)
    if (!held) return { kind: 'missing' }
    for (const { chunkId, vector, scale } of vectors) {
      const row = unpackVector(vector)
      const bytes = row.length + bytesBesides
      while (this.#bytes + bytes > maxBytes && this.#held.size > 1) this.#forget(this.#held.keys().next().value!)
      if (this.#bytes + bytes > maxBytes) return { kind: 'added', isWhole: false }
      const matrix = held.matrices.get(row.length) ?? { ids: [], rows: [], scales: [], usual: undefined }
      held.matrices.set(row.length, matrix)
      matrix.ids.push(chunkId)
      matrix.rows.push(row)
      matrix.scales.push(scale)
      held.bytes += bytes
      this.#bytes += bytes
    }
    return { kind: 'added', isWhole: true }
  }

  #search({ key, query, limit }: Extract<VectorJob, { kind: 'search' }>): VectorReport {
    const held = this.#use(key)
    if (!held) return { kind: 'missing' }
    const matrix = held.matrices.get(query.length)
    if (!matrix) return { kind: 'found', hits: [] }
    matrix.usual ??= usualNearness(matrix)
    const { ids, rows, scales, usual } = matrix
    const best: VectorHit[] = []
    for (const [index, row] of rows.entries()) {
      let product = 0
      for (let at = 0; at < query.length; at++) product += row[at]! * query[at]!
      const score = (product * scales[index]! - usual) / (1 - usual)
      if (score <= 0 || (best.length === limit && score <= best.at(-1)!.score)) continue
      let position = best.length
      while (position > 0 && best[position - 1]!.score < score) position--
      best.splice(position, 0, { id: ids[index]!, score: Math.min(1, score) })
      if (best.length > limit) best.pop()
    }
    return { kind: 'found', hits: best }
  }

  /** Removes earlier vectors of the same base. */
  #begin(key: string): void {
    const [base] = key.split(' ')
    for (const other of [...this.#held.keys()]) if (other.split(' ')[0] === base) this.#forget(other)
    this.#held.set(key, { matrices: new Map(), bytes: 0 })
  }

  #use(key: string): Held | undefined {
    const held = this.#held.get(key)
    if (held) {
      this.#held.delete(key)
      this.#held.set(key, held)
    }
    return held
  }

  #forget(key: string): void {
    this.#bytes -= this.#held.get(key)?.bytes ?? 0
    this.#held.delete(key)
  }
}

/** Approximate bytes of a vector besides its components: its id, its scale, and its list entry. */
const bytesBesides = 160

/** Number of pairs of passages that are compared. */
const maxPairs = 500

/**
 * Returns the median similarity of some pairs of passages. Models differ in the similarity of unrelated texts; only passages that are more
 * similar to a question than this are relevant.
 */
function usualNearness({ rows, scales }: Matrix): number {
  if (rows.length < 2) return 0
  const found: number[] = []
  // A step that is coprime to the number of passages reaches each of them.
  for (let pair = 0; pair < maxPairs; pair++) {
    const first = (pair * 7_919) % rows.length
    const second = (pair * 104_729 + 1) % rows.length
    if (first === second) continue
    const [a, b] = [rows[first]!, rows[second]!]
    let product = 0
    for (let at = 0; at < a.length; at++) product += a[at]! * b[at]!
    found.push(product * scales[first]! * scales[second]!)
  }
  found.sort((one, other) => one - other)
  return Math.min(0.95, Math.max(0, found[Math.floor(found.length / 2)] ?? 0))
}
