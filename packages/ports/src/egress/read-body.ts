import { pipeline } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'

/** Reads and decodes a whole response body, like `unpackedBody`. `hold` is called with each part before the part is stored. */
export async function readBody(
  body: AsyncIterable<Uint8Array>,
  packing: Packing,
  { maxBytes, hold }: { maxBytes: number; hold: (bytes: number) => void },
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  for await (const chunk of unpackedBody(body, packing, maxBytes)) {
    hold(chunk.byteLength)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/**
 * A response body, decoded as it arrives. Stops at `maxBytes`, counted both before and after decoding, so that a decompression bomb never
 * expands here. Throws if the body is interrupted or cannot be decoded.
 */
export function unpackedBody(
  body: AsyncIterable<Uint8Array>,
  packing: Packing,
  maxBytes: number,
): AsyncGenerator<Uint8Array> {
  const came = counted(body, maxBytes)
  return packing === 'none' ? came : counted(unpack(came, packing), maxBytes)
}

export class TooLargeError extends Error {}
export class PackingError extends Error {}
export class NoSpaceError extends Error {
  override message = 'Too many large responses are being received: this one found no room. Try again later.'
}

export type Packing = keyof typeof unpackers | 'none'

/** Reads the encoding of a response. One encoding is supported: several, or an unknown one, end the call. */
export function readPacking(contentEncoding: string | undefined): Packing {
  const names = (contentEncoding ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
  const packings = names.filter((name) => name !== '' && name !== 'identity')
  const [name] = packings
  if (name === undefined) return 'none'
  if (packings.length > 1) throw new PackingError('The answer is packed more than once, which is not read.')
  const packing = name.replace(/^x-/, '')
  if (Object.hasOwn(unpackers, packing)) return packing as Packing
  throw new PackingError(`The answer is packed as ${JSON.stringify(name.slice(0, 40))}; gzip, br and deflate are read.`)
}

const unpackers = { gzip: createGunzip, br: createBrotliDecompress, deflate: createInflate }

async function* counted(body: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Uint8Array> {
  let size = 0
  for await (const chunk of body) {
    size += chunk.byteLength
    if (size > maxBytes) throw new TooLargeError()
    yield chunk
  }
}

/** An empty body is valid in every encoding: answers to HEAD name an encoding and have no body. */
async function* unpack(
  body: AsyncGenerator<Uint8Array>,
  packing: Exclude<Packing, 'none'>,
): AsyncGenerator<Uint8Array> {
  const first = await body.next()
  if (first.done) return
  const unpacker = unpackers[packing]()
  // Errors of the source are thrown by the decoder; the callback is only there because it is required.
  pipeline(startingWith(first.value, body), unpacker, () => {})
  yield* unpacker as AsyncIterable<Uint8Array>
}

async function* startingWith(first: Uint8Array, rest: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield first
  yield* rest
}
