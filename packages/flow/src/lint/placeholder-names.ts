/** Names in the placeholders of a text, without duplicates. Inline code, `{{= … =}}`, has none. */
export const placeholderNames = (text: string): Set<string> => {
  const names = new Set<string>()
  if (!text.includes('{{')) return names
  for (const [, name = ''] of text.matchAll(/\{\{([^{}]+)\}\}/g)) if (!name.startsWith('=')) names.add(name)
  return names
}
