import type { Section } from './document.js'
import { HeadingPath } from './heading-path.js'

/** Reads the sections of Markdown between its headings. */
export function* readMarkdown(text: string): Generator<Section> {
  const path = new HeadingPath()
  let lines: string[] = []
  let isCode = false
  for (const line of linesOf(text)) {
    if (/^ {0,3}(?:```|~~~)/.test(line)) isCode = !isCode
    const [, signs, heading] = (!isCode && /^(#{1,6}) (.+)$/.exec(line)) || []
    if (signs === undefined || heading === undefined) {
      lines.push(line)
      continue
    }
    yield { path: path.texts, text: lines.join('\n') }
    lines = []
    path.begin(signs.length, heading.trim())
  }
  yield { path: path.texts, text: lines.join('\n') }
}

/** Yields the lines of a text, which end with LF or CRLF. */
function* linesOf(text: string): Generator<string> {
  let from = 0
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', from)) {
    yield text.slice(from, text[end - 1] === '\r' ? Math.max(from, end - 1) : end)
    from = end + 1
  }
  yield text.slice(from)
}
