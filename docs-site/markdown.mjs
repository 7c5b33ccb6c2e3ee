/** What all readers of our Markdown agree on: what is code, and how headings are addressed. */

/** The anchor of a heading, as repository hosts make it. */
export const slug = (heading) =>
  heading
    .replace(/\[([^\]]+)\]\([^)]+\)/g, '$1')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-')

/**
 * Returns a function that makes the anchors of one page, heading by heading: the second of equal ones gets `-1`, the third `-2`, as
 * repository hosts number them.
 */
export function anchorsOfPage() {
  const used = new Set()
  return (heading) => {
    const anchor = slug(heading)
    let unique = anchor
    for (let number = 1; used.has(unique); number += 1) unique = `${anchor}-${number}`
    used.add(unique)
    return unique
  }
}

/** Returns the anchors of all headings of a page, in their order. */
export function anchorsIn(text) {
  const withoutCode = text.replace(/^```.*?^```$/gms, '')
  return [...withoutCode.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading]) => heading).map(anchorsOfPage())
}

const linkOrCode = /^```.*?^```$|(!?)\[((?:`[^`\n]+`|[^[\]`]|\[[^\]]*\])*)\]\(([^()\s]+)\)|`[^`\n]+`/gms

/** Replaces each link and picture outside of code by `change({ whole, mark, label, target })`; a label may have code in it. */
export function replaceLinks(text, change) {
  return text.replace(linkOrCode, (whole, mark, label, target) =>
    target === undefined ? whole : change({ whole, mark, label, target }),
  )
}
