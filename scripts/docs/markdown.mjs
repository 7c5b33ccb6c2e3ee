/** What all readers of our Markdown agree on: what is code, and how headings are addressed. */

/** Applies `change` to the text between fenced code blocks and code spans. */
export function outsideCode(text, change) {
  return text
    .split(/(^```.*?^```$|`[^`\n]+`)/ms)
    .map((part, index) => (index % 2 === 0 ? change(part) : part))
    .join('')
}

/** The anchor of a heading, as repository hosts make it. */
export const slug = (heading) =>
  heading
    .replace(/\[([^\]]+)\]\([^)]+\)/g, '$1')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-')

export function slugs(text) {
  const withoutCode = text.replace(/^```.*?^```$/gms, '')
  return [...withoutCode.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading]) => slug(heading))
}
