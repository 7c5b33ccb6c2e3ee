const openedSchemes = new Set(['http', 'https', 'mailto', 'tel', 'sms'])

/**
 * The address that a redirect opens: with a scheme, `https` when none is written. Undefined when it has one that is not
 * opened, such as `javascript:`, and when it begins with a slash, behind which browsers find hosts that nobody sees at a glance.
 * `host:port` is not a scheme.
 */
export const openedAddress = (text: string): string | undefined => {
  // Browsers drop control characters and blanks in schemes, so they must not hide one.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  const visible = text.replace(/[\u0000-\u0020\u007f]/g, '')
  const scheme = /^([a-z][a-z0-9+.-]*):(?!\d+(?:[/?#]|$))/i.exec(visible)?.[1]?.toLowerCase()
  if (scheme === undefined) return /^[/\\]/.test(visible) ? undefined : `https://${text.trim()}`
  const isWeb = scheme.startsWith('http')
  return openedSchemes.has(scheme) && (!isWeb || /^https?:\/\//i.test(visible)) ? text.trim() : undefined
}
