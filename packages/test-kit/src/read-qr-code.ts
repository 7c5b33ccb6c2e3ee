import { inflateSync } from 'node:zlib'
import jsQr from 'jsqr'

/** The text of a QR code in a PNG with one bit per pixel, two colors and no filters; undefined if there is none. */
export function readQrCode(png: Buffer): string | undefined {
  const data: Buffer[] = []
  let palette: Buffer = Buffer.alloc(6)
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at)
    const type = png.toString('latin1', at + 4, at + 8)
    const content = png.subarray(at + 8, at + 8 + length)
    if (type === 'IDAT') data.push(content)
    if (type === 'PLTE') palette = content
    at += 12 + length
  }
  const [width, height, depth] = [png.readUInt32BE(16), png.readUInt32BE(20), png[24]]
  if (depth !== 1) throw new Error(`This PNG has ${depth} bits a pixel.`)
  const rowBytes = 1 + Math.ceil(width / 8)
  const rows = inflateSync(Buffer.concat(data))
  const pixels = new Uint8ClampedArray(width * height * 4)
  for (let y = 0; y < height; y++) {
    if (rows[y * rowBytes] !== 0) throw new Error('This PNG has filters.')
    for (let x = 0; x < width; x++) {
      const bit = (rows[y * rowBytes + 1 + (x >> 3)]! >> (7 - (x & 7))) & 1
      pixels.set([...palette.subarray(bit * 3, bit * 3 + 3), 255], (y * width + x) * 4)
    }
  }
  return (jsQr as unknown as typeof jsQr.default)(pixels, width, height)?.data
}
