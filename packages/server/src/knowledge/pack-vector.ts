/** A vector of length 1 in a quarter of the memory: a signed byte for each component. */
export interface PackedVector {
  /** The bytes as base64. */
  vector: string
  /** Factor by which each byte is multiplied. */
  scale: number
}

/** Scales a vector to length 1. */
export function unitVector(values: readonly number[]): Float32Array {
  let sum = 0
  for (const value of values) sum += value * value
  const length = Math.sqrt(sum)
  return Float32Array.from(values, (value) => (length > 0 ? value / length : 0))
}

export function packVector(values: readonly number[]): PackedVector {
  const unit = unitVector(values)
  let largest = 0
  for (const value of unit) largest = Math.max(largest, Math.abs(value))
  if (largest === 0) return { vector: Buffer.alloc(unit.length).toString('base64'), scale: 0 }
  const bytes = Int8Array.from(unit, (value) => Math.round((value / largest) * 127))
  return { vector: Buffer.from(bytes.buffer).toString('base64'), scale: largest / 127 }
}

export function unpackVector(vector: string): Int8Array {
  const bytes = Buffer.from(vector, 'base64')
  return new Int8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
