import { type DefaultTreeAdapterMap, defaultTreeAdapter, parseFragment, type TreeAdapter } from 'parse5'
import { withoutBadgeRules } from './badge-rules.js'

/**
 * Returns the elements that an author adds to the head of a page, one per line. Text and comments between them are not allowed there and
 * removed. Throws if they nest deeper than `depth`: parsing takes time for each open element at each tag.
 */
export function elementsOf(authored: string, depth: number): string {
  const html = withoutBadgeRules(authored)
  const { childNodes } = parseFragment(html, { sourceCodeLocationInfo: true, treeAdapter: treesTo(depth) })
  const elements = childNodes.filter(({ nodeName }) => nodeName !== '#text' && nodeName !== '#comment')
  return elements.flatMap(({ sourceCodeLocation: range }) => (range ? [sourceOf(html, range)] : [])).join('\n')
}

/** Elements that head code may make, including those that the parser opens again in each paragraph. */
const maxElements = 20_000

/** Returns a tree adapter that throws once elements nest deeper than this, or once there are too many. */
function treesTo(max: number): TreeAdapter<DefaultTreeAdapterMap> {
  let depth = 0
  let elements = 0
  return {
    ...defaultTreeAdapter,
    createElement(...given) {
      elements += 1
      if (elements > maxElements) throw new Error(`There are more than ${maxElements} elements. Close every element.`)
      return defaultTreeAdapter.createElement(...given)
    },
    onItemPush() {
      depth += 1
      if (depth > max) throw new Error(`Elements nest more than ${max} levels deep. Close every element.`)
    },
    onItemPop() {
      depth -= 1
    },
  }
}

/** An unclosed element extends to the end of the code; the parser then gives it no end. */
function sourceOf(html: string, { startOffset, endOffset }: { startOffset: number; endOffset: number }): string {
  return html.slice(startOffset, endOffset > startOffset ? endOffset : undefined)
}
