/** A part of a text with placeholders: literal text, `{{name}}`, or inline code, `{{=code=}}`. */
export type TemplatePart =
  | { kind: 'text'; text: string }
  | { kind: 'name'; name: string }
  | { kind: 'code'; code: string }

/**
 * Splits a text at its placeholders and inline code. Names contain no braces, code is on one line. Every character is examined only a few
 * times, however many placeholders are opened and never closed, because texts may have any length.
 */
export function splitTemplate(text: string): TemplatePart[] {
  const parts: TemplatePart[] = []
  const codeEnd = nextIn(text, /=\}\}/g)
  const lineEnd = nextIn(text, /[\n\r\u2028\u2029]/g)
  const brace = nextIn(text, /[{}]/g)
  let done = 0
  const add = (start: number, end: number, part: TemplatePart) => {
    if (start > done) parts.push({ kind: 'text', text: text.slice(done, start) })
    parts.push(part)
    done = end
  }
  for (let start = text.indexOf('{{'); start >= 0; start = text.indexOf('{{', Math.max(start + 1, done))) {
    if (text[start + 2] === '=') {
      const end = codeEnd(start + 4)
      if (end < text.length && lineEnd(start + 3) > end) {
        add(start, end + 3, { kind: 'code', code: text.slice(start + 3, end) })
        continue
      }
    }
    const end = brace(start + 2)
    if (end > start + 2 && text.startsWith('}}', end))
      add(start, end + 2, { kind: 'name', name: text.slice(start + 2, end) })
  }
  if (done < text.length) parts.push({ kind: 'text', text: text.slice(done) })
  return parts
}

/** Finds the first match at or after a position; the text's length when there is none. Positions must not decrease between calls. */
function nextIn(text: string, pattern: RegExp): (from: number) => number {
  let known = -1
  return (from) => {
    if (known >= from) return known
    pattern.lastIndex = from
    known = pattern.exec(text)?.index ?? text.length
    return known
  }
}
