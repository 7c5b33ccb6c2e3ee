import { type DefaultTreeAdapterMap, defaultTreeAdapter, parseFragment, type TreeAdapter } from 'parse5'
import { withoutBadgeRules } from '../turns/badge-rules.js'

/**
 * The elements that an author wants in the head of a page, one a line. Text and comments between them have no place there. Throws when
 * they nest deeper than `depth`: parsing takes time for each open element at each tag.
 */
export function elementsOf(authored: string, depth: number): string {
  const html = withoutBadgeRules(authored)
  const { childNodes } = parseFragment(html, { sourceCodeLocationInfo: true, treeAdapter: treesTo(depth) })
  const elements = childNodes.filter(({ nodeName }) => nodeName !== '#text' && nodeName !== '#comment')
  return elements.flatMap(({ sourceCodeLocation: place }) => (place ? [sourceOf(html, place)] : [])).join('\n')
}

/** A tree adapter that throws once elements nest deeper than this. */
export function treesTo(most: number): TreeAdapter<DefaultTreeAdapterMap> {
  let depth = 0
  return {
    ...defaultTreeAdapter,
    onItemPush() {
      depth += 1
      if (depth > most) throw new Error(`Elements nest more than ${most} levels deep. Close every element.`)
    },
    onItemPop() {
      depth -= 1
    },
  }
}

/** An element that nobody closes goes on to the end; the parser gives it no end then. */
function sourceOf(html: string, { startOffset, endOffset }: { startOffset: number; endOffset: number }): string {
  return html.slice(startOffset, endOffset > startOffset ? endOffset : undefined)
}
