/**
 * The first characters of what `JSON.stringify` writes for a JSON value: at least `characters` of them, if there are that many. It does not
 * write the rest, so its time does not grow with the value.
 */
export function startOfJson(value: unknown, characters: number): string {
  let written = ''
  const isFull = () => written.length >= characters
  const write = (part: unknown): void => {
    if (typeof part === 'string') written += JSON.stringify(part.slice(0, characters + 1))
    else if (typeof part !== 'object' || part === null) written += JSON.stringify(part) ?? 'null'
    else if (Array.isArray(part)) writeItems(part)
    else writeEntries(part)
  }
  const writeItems = (items: readonly unknown[]) => {
    written += '['
    for (let index = 0; index < items.length && !isFull(); index++) {
      if (index > 0) written += ','
      write(items[index])
    }
    written += ']'
  }
  const writeEntries = (entries: object) => {
    written += '{'
    let isFirst = true
    for (const key in entries) {
      const part = (entries as Record<string, unknown>)[key]
      if (part === undefined || !Object.hasOwn(entries, key)) continue
      if (isFull()) return
      written += `${isFirst ? '' : ','}${JSON.stringify(key.slice(0, characters + 1))}:`
      isFirst = false
      write(part)
    }
    written += '}'
  }
  write(value)
  return written
}
