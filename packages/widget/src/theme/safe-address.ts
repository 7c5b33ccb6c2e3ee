/** What a link of a chat may begin with. */
const linkSchemes = /^(https?:\/\/|(mailto|tel|sms):)/i

/**
 * An address that may be opened, or undefined. Browsers drop control characters and blanks in schemes, so they are dropped before
 * looking; an address without a scheme is none, since it would be read as one of the page around.
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

/** An address of a picture: also one that holds the picture itself. As a picture, a drawing runs nothing and loads nothing. */
export function safePicture(text: string | null | undefined): string | undefined {
  return text && /^data:image\/(png|jpeg|gif|webp|avif|svg\+xml)[;,]/.test(text) ? text : safeSource(text)
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is dropped
const clean = (text: string | null | undefined) => text?.replace(/[\u0000-\u0020\u007f-\u00a0]/g, '')
