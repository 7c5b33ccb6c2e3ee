/** What all readers of our Markdown agree on: what is code, and how headings are addressed. */
import GithubSlugger from 'github-slugger'
import { lexer, walkTokens } from 'marked'

/** The tokens of a page, in which each heading has as `id` its anchor, as repository hosts make it. */
export function tokensOf(markdown) {
  const slugger = new GithubSlugger()
  const tokens = lexer(markdown)
  void walkTokens(tokens, (token) => {
    if (token.type === 'heading') token.id = slugger.slug(token.text.replace(/\[([^\]]+)\]\([^)]+\)/g, '$1'))
  })
  return tokens
}

/** Returns the anchors of all headings of a page, in their order. */
export const anchorsIn = (markdown) => tokensOf(markdown).flatMap(({ id }) => id ?? [])

const linkOrCode = /^```.*?^```$|(!?)\[((?:`[^`\n]+`|[^[\]`]|\[[^\]]*\])*)\]\(([^()\s]+)\)|`[^`\n]+`/gms

/** Replaces each link and picture outside of code by `change({ whole, mark, label, target })`; a label may have code in it. */
export function replaceLinks(text, change) {
  return text.replace(linkOrCode, (whole, mark, label, target) =>
    target === undefined ? whole : change({ whole, mark, label, target }),
  )
}
