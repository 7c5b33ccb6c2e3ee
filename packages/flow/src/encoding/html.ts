import { fillAddress } from './address.js'
import type { Piece } from './pieces.js'

/** Escapes a text for use between tags or inside a quoted attribute of HTML or XML. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => entities[sign] as string)
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Converts line breaks to HTML. */
export function withHtmlBreaks(html: string): string {
  return html.replace(lineBreak, '<br />')
}

const lineBreak = /\r\n|\r|\n/g

/**
 * Inserts values as text into HTML: between tags with their line breaks, inside a tag as the value of an attribute. In an attribute that
 * holds an address, a value is encoded for its part of the address, too.
 */
export function fillHtml(pieces: readonly Piece[]): string {
  let html = ''
  /** The author's text from the last `<` that no `>` follows. */
  let tag: string | undefined
  for (const piece of pieces) {
    if ('text' in piece) {
      html += piece.text
      tag = openTag(tag, piece.text)
    } else if (tag === undefined) html += withHtmlBreaks(escapeHtml(piece.value))
    else html += escapeHtml(inAddress(tag, piece.value)).replace(lineBreak, '&#10;')
  }
  return html
}

function openTag(tag: string | undefined, text: string): string | undefined {
  const open = text.lastIndexOf('<')
  if (text.lastIndexOf('>') > open) return undefined
  const whole = open < 0 ? tag && tag + text : text.slice(open)
  return whole?.slice(-maxAttributeLength)
}

const maxAttributeLength = 2_000
const addressAttributes = ['href=', 'src=', 'action=']

/** The text that the author wrote of an address, if an attribute with one has begun at the end of a tag. */
function openAddress(tag: string): string | undefined {
  const lowered = tag.toLowerCase()
  const [start = 0, end = 0] = addressAttributes
    .map((name) => [lowered.lastIndexOf(name), lowered.lastIndexOf(name) + name.length])
    .reduce((last, one) => (one[0]! > last[0]! ? one : last), [-1, -1])
  if (start < 1 || !/\s/.test(tag[start - 1] ?? '')) return undefined
  const value = tag.slice(end).replace(/^["']/, '')
  return /["'<>]/.test(value) ? undefined : value
}

function inAddress(tag: string, value: string): string {
  const address = openAddress(tag)
  return address ? fillAddress([{ text: address }, { value }]).slice(address.length) : value
}
