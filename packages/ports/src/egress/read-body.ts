import { pipeline } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'

/** Reads and unpacks the whole of an answer's body, as `unpackedBody` does. `hold` is told of each part before it is kept. */
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
 * An answer's body, unpacked as it comes. Stops at `maxBytes`, counted both as it came and as unpacked, so that an answer that grows when
 * it is unpacked never grows here. Throws when the body breaks off or cannot be unpacked.
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
export class NoRoomError extends Error {
  override message = 'Too many large responses are being received: this one found no room. Try again later.'
}

export type Packing = keyof typeof unpackers | 'none'

/** How an answer is packed. One packing is read: several of them, or one that we do not know, end the call. */
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

/** Nothing is nothing in every packing: answers to HEAD name a packing and have no body. */
async function* unpack(
  body: AsyncGenerator<Uint8Array>,
  packing: Exclude<Packing, 'none'>,
): AsyncGenerator<Uint8Array> {
  const first = await body.next()
  if (first.done) return
  const unpacker = unpackers[packing]()
  // What goes wrong in the source comes out of the unpacker; the callback only has to be there.
  pipeline(startingWith(first.value, body), unpacker, () => {})
  yield* unpacker as AsyncIterable<Uint8Array>
}

async function* startingWith(first: Uint8Array, rest: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield first
  yield* rest
}
