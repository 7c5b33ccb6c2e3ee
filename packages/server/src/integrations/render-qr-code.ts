/**
 * Renders a QR code as PNG, black on white: error correction M, a margin of 4 modules, 4 pixels per module. Undefined if the text is longer
 * than the maximum of such a code, which is 2,331 bytes.
 */
export async function renderQrCode(text: string): Promise<Uint8Array | undefined> {
  const { correction, generate } = await import('lean-qr')
  const { toPngBuffer } = await import('lean-qr/extras/node_export')
  if (Buffer.byteLength(text) > maxTextLength) return undefined
  const code = generate(text, { minCorrectionLevel: correction.M, maxCorrectionLevel: correction.M })
  return toPngBuffer(code, { on: [0, 0, 0, 255], off: [255, 255, 255, 255], pad: 4, scale: 4 })
}

const maxTextLength = 2_331
