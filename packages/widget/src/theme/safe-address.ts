/** Allowed beginnings of links in a chat. */
const linkSchemes = /^(https?:\/\/|(mailto|tel|sms):)/i

/**
 * An address that may be opened, or undefined. Browsers drop control characters and blanks in schemes, so they are dropped before the
 * check; an address without a scheme is rejected, since it would be resolved against the surrounding page.
 */
export function safeLink(text: string | null | undefined): string | undefined {
  const visible = clean(text)
  return visible && linkSchemes.test(visible) && URL.canParse(visible) ? visible : undefined
}

/** An address to load something from: http or https only. */
export function safeSource(text: string | null | undefined): string | undefined {
  const link = safeLink(text)
  return link && /^h/i.test(link) ? new URL(link).href : undefined
}

/** Address of an image, including data URLs. As an image, an SVG runs and loads nothing. */
export function safePicture(text: string | null | undefined): string | undefined {
  return text && /^data:image\/(png|jpeg|gif|webp|avif|svg\+xml)[;,]/.test(text) ? text : safeSource(text)
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to drop
const clean = (text: string | null | undefined) => text?.replace(/[\u0000-\u0020\u007f-\u00a0]/g, '')
