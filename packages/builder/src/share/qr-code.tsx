import { generate } from 'lean-qr'
import { t } from '../i18n/i18n.js'
import './qr-code.css'

/** A QR code as an SVG image, black on white, with the quiet zone that scanners need. */
export function QrCode({ text, size }: { text: string; size: number }) {
  const { path, side } = qrPath(text)
  return (
    <svg
      className="qr-code"
      viewBox={`-4 -4 ${side + 8} ${side + 8}`}
      width={size}
      height={size}
      role="img"
      aria-label={t('QR code for {text}', { text })}
    >
      <rect x={-4} y={-4} width={side + 8} height={side + 8} fill="#ffffff" />
      <path d={path} fill="#000000" shapeRendering="crispEdges" />
    </svg>
  )
}

/** Dark modules of a QR code as one path, and the number of modules on each side. */
function qrPath(text: string): { path: string; side: number } {
  const code = generate(text)
  let path = ''
  for (let y = 0; y < code.size; y += 1)
    for (let x = 0; x < code.size; x += 1) if (code.get(x, y)) path += `M${x} ${y}h1v1h-1z`
  return { path, side: code.size }
}

/** The same as the content of an SVG file. */
export function qrSvg(text: string): string {
  const { path, side } = qrPath(text)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-4 -4 ${side + 8} ${side + 8}" width="1024" height="1024"><path fill="#fff" d="M-4-4h${side + 8}v${side + 8}h-${side + 8}z"/><path d="${path}" shape-rendering="crispEdges"/></svg>`
}
