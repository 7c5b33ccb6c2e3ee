/** A part of a text with placeholders: what stands there as it is, `{{name}}`, or inline code, `{{=code=}}`. */
export type TemplatePart =
  | { kind: 'text'; text: string }
  | { kind: 'name'; name: string }
  | { kind: 'code'; code: string }

/**
 * Splits a text at its placeholders and inline code. Names have no braces, code is on one line. Every letter is looked at a few
 * times at most, however many placeholders are begun and never ended: texts are as long as their authors like.
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

/** Finds the first match at or behind a place, the text's length when there is none. Asked for ever later places only. */
function nextIn(text: string, pattern: RegExp): (from: number) => number {
  let known = -1
  return (from) => {
    if (known >= from) return known
    pattern.lastIndex = from
    known = pattern.exec(text)?.index ?? text.length
    return known
  }
}
