import { normalizeText } from '../text/normalize-text.js'

/**
 * Finds the name that was probably meant by a misspelled one: equal except for case and separators, or with one letter added, removed,
 * changed or swapped with its neighbor. Names are indexed by their variants with one letter removed (the symmetric-delete method of spell
 * checkers), so that no two lists are compared pair by pair.
 */
export const nameFinder = (names: Iterable<string>): ((name: string) => string | undefined) => {
  const byKey = new Map<string, string>()
  for (const name of names) {
    for (const key of keysOf(name)) if (!byKey.has(key)) byKey.set(key, name)
  }
  return (name) => {
    for (const key of keysOf(name)) {
      const found = byKey.get(key)
      if (found !== undefined && found !== name) return found
    }
    return undefined
  }
}

const longest = 40

const keysOf = (name: string): string[] => {
  const folded = [
    ...normalizeText(name, 'NFKD')
      .toLowerCase()
      .replace(/[\s_.\-\p{M}]+/gu, ''),
  ]
  const keys = [folded.join('')]
  // Very short names would leave too little to distinguish them.
  if (folded.length < 3 || folded.length > longest) return keys
  for (let i = 0; i < folded.length; i += 1) keys.push(folded.toSpliced(i, 1).join(''))
  return keys
}
