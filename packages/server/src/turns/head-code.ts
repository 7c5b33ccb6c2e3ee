import { parseFragment } from 'parse5'
import { withoutBadgeRules } from './badge-rules.js'

/** What an author wants in the head of a page: its elements, one a line. Text and comments between them have no place there. */
export function headCode(authored: string): string {
  const html = withoutBadgeRules(authored)
  const { childNodes } = parseFragment(html, { sourceCodeLocationInfo: true })
  const elements = childNodes.filter(({ nodeName }) => nodeName !== '#text' && nodeName !== '#comment')
  return elements.flatMap(({ sourceCodeLocation: place }) => (place ? [sourceOf(html, place)] : [])).join('\n')
}

/** An element that nobody closes goes on to the end; the parser gives it no end then. */
function sourceOf(html: string, { startOffset, endOffset }: { startOffset: number; endOffset: number }): string {
  return html.slice(startOffset, endOffset > startOffset ? endOffset : undefined)
}
