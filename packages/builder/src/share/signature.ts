import { contrast, hexOf, minContrast, parseHex, white } from '../appearance/colours.js'

export interface SignatureOptions {
  label: string
  text: string
  /** `#rrggbb`; anything else is replaced by a dark blue. */
  colour: string
}

/** A button that opens the bot, as HTML that mail programs keep: tables and inline styles, no pictures. */
export function signatureHtml(address: string, { label, text, colour }: SignatureOptions): string {
  const { back, ink } = signatureColours(colour)
  const font = 'font-family: Arial, Helvetica, sans-serif; font-size: 14px'
  const button = `<a href="${escaped(address)}" style="${font}; display: inline-block; padding: 8px 16px; border-radius: 8px; background: ${back}; color: ${ink}; text-decoration: none; font-weight: bold">${escaped(label)}</a>`
  const line = text && `<p style="${font}; margin: 0 0 8px; color: #444444">${escaped(text)}</p>`
  return `<table cellpadding="0" cellspacing="0"><tr><td>${line}${button}</td></tr></table>`
}

/** The colours of the button and of its letters. */
export function signatureColours(colour: string): { back: string; ink: string } {
  const back = parseHex(colour) ?? parseHex('#1f3a8a')!
  return { back: hexOf(back), ink: contrast(white, back) >= minContrast ? '#ffffff' : '#111111' }
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => entities[sign] ?? '')
