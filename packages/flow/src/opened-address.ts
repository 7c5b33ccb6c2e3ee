const openedSchemes = new Set(['http', 'https', 'mailto', 'tel', 'sms'])

/**
 * The address that a redirect opens: with a scheme, `https` if none is given. Undefined for schemes that are not opened, such as
 * `javascript:`, and for addresses that begin with a slash, after which browsers find hosts that are easily overlooked. `host:port` is not
 * a scheme.
 */
export const openedAddress = (text: string): string | undefined => {
  // Browsers drop control characters and blanks in schemes, so they must not hide one.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove
  const visible = text.replace(/[\u0000-\u0020\u007f]/g, '')
  const scheme = /^([a-z][a-z0-9+.-]*):(?!\d+(?:[/?#]|$))/i.exec(visible)?.[1]?.toLowerCase()
  if (scheme === undefined) return /^[/\\]/.test(visible) ? undefined : `https://${text.trim()}`
  const isWeb = scheme.startsWith('http')
  return openedSchemes.has(scheme) && (!isWeb || /^https?:\/\//i.test(visible)) ? text.trim() : undefined
}
