/**
 * Parses JSON as `JSON.parse` does, but keeps whole numbers of 17 and more digits as text, so that no digit is lost.
 * Throws a SyntaxError.
 */
export function parseBigIntSafeJson(text: string): unknown {
  return JSON.parse(text.replace(/(:\s*)(-?\d{17,})(\s*[,}\]])/g, '$1"$2"$3'))
}
