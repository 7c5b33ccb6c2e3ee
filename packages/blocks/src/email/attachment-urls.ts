import type { VariableValue } from '@colloquy/engine'

/** The addresses in a variable that names files: a list, or one text separated by commas and spaces. */
export function attachmentUrls(value: VariableValue | undefined): string[] {
  const texts = Array.isArray(value) ? value : [value]
  const urls = texts.flatMap((text) => (text ?? '').split(/, |\n/)).map((url) => url.trim())
  return [...new Set(urls.filter((url) => url !== ''))]
}
