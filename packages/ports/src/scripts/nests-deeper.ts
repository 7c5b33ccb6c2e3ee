/** Returns true if JSON text nests more than `levels` lists and objects. Reads it once, and parses nothing. */
export function nestsDeeper(json: string, levels: number): boolean {
  if (json.length < 2 * levels) return false
  let depth = 0
  for (let index = 0; index < json.length; index += 1) {
    switch (json.charCodeAt(index)) {
      case quote:
        index = endOfText(json, index)
        break
      case openBracket:
      case openBrace:
        depth += 1
        if (depth > levels) return true
        break
      case closeBracket:
      case closeBrace:
        depth -= 1
    }
  }
  return false
}

const [quote, backslash, openBracket, closeBracket, openBrace, closeBrace] = [0x22, 0x5c, 0x5b, 0x5d, 0x7b, 0x7d]

/** Index of the quotation mark that ends the text beginning at `start`. */
function endOfText(json: string, start: number): number {
  for (let index = start + 1; index < json.length; index += 1) {
    const unit = json.charCodeAt(index)
    if (unit === backslash) index += 1
    else if (unit === quote) return index
  }
  return json.length
}
