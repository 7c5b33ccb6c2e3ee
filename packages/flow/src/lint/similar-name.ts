/**
 * Finds the name that was probably meant by another one: the same but for case and separators, else one letter added, left out,
 * changed or swapped with its neighbour. Names are looked up by what is left of them when one letter is taken out (the
 * symmetric-delete method of spell checkers), so that no two lists are compared pair by pair.
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
    ...name
      .normalize('NFKD')
      .toLowerCase()
      .replace(/[\s_.\-\p{M}]+/gu, ''),
  ]
  const keys = [folded.join('')]
  // Of a very short name too little is left to tell it from others.
  if (folded.length < 3 || folded.length > longest) return keys
  for (let i = 0; i < folded.length; i += 1) keys.push(folded.toSpliced(i, 1).join(''))
  return keys
}
