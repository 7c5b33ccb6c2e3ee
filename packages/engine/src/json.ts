/**
 * Parses JSON like `JSON.parse`, but keeps whole numbers of 17 and more digits in objects as text, so that no digit is lost. Throws a
 * SyntaxError.
 */
export function parseBigIntSafeJson(text: string): unknown {
  return JSON.parse(/\d{17}/.test(text) ? quoteLongNumbers(text) : text)
}

function quoteLongNumbers(text: string): string {
  const token = /"|(:\s*)(-?\d{17,})(?=\s*[,}\]])/g
  let quoted = ''
  let from = 0
  for (let found = token.exec(text); found; found = token.exec(text)) {
    const [all, colon, number] = found
    if (all === '"') token.lastIndex = endOfString(text, found.index)
    else {
      quoted += `${text.slice(from, found.index)}${colon}"${number}"`
      from = token.lastIndex
    }
  }
  return quoted + text.slice(from)
}

/** The index after the string that begins at `start`. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let backslashes = 0
    while (text[at - backslashes - 1] === '\\') backslashes += 1
    if (backslashes % 2 === 0) return at + 1
  }
  return text.length
}
