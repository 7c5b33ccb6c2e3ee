/**
 * Removes the style rules that hide the Typebot badge: its class means nothing here. Comments are removed as well, and so are rules (such
 * as `@media`) that contained nothing else. Text without the class is returned unchanged.
 *
 * A rule is all text since the previous brace, and the braces after it; so in a page, markup before such a rule is removed with it.
 */
export function withoutBadgeRules(text: string): string {
  return text.includes(badgeClass) ? withoutRules(withoutComments(text), 1) : text
}

const badgeClass = 'lite-badge'

/** Looks into nested rules, up to this many levels deep. */
function withoutRules(text: string, levels: number): string {
  let kept = ''
  let at = 0
  for (;;) {
    const opening = text.indexOf('{', at)
    const closing = opening < 0 ? -1 : closingBrace(text, opening)
    if (closing < 0) return kept + text.slice(at)
    const head = text.slice(at, opening)
    const body = text.slice(opening + 1, closing)
    const holdsRules = levels > 0 && body.includes('{') && !head.includes(badgeClass)
    const rest = holdsRules ? withoutRules(body, levels - 1) : body
    const isOfBadge = holdsRules ? rest !== body && rest.trim() === '' : (head + body).includes(badgeClass)
    if (!isOfBadge) kept += `${head}{${rest}}`
    at = closing + 1
  }
}

/** Position of the brace that closes the one at `opening`, or -1. */
function closingBrace(text: string, opening: number): number {
  let depth = 0
  for (let at = opening; at < text.length; at++) {
    if (text[at] === '{') depth++
    else if (text[at] === '}' && --depth === 0) return at
  }
  return -1
}

function withoutComments(text: string): string {
  let kept = ''
  let at = 0
  for (;;) {
    const opening = text.indexOf('/*', at)
    const closing = opening < 0 ? -1 : text.indexOf('*/', opening + 2)
    if (closing < 0) return kept + text.slice(at)
    kept += text.slice(at, opening)
    at = closing + 2
  }
}
