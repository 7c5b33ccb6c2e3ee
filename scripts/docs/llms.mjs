/** `llms.txt`: the pages with their summaries, for tools that read Markdown. `linkTo(path)` is the address of a page's Markdown. */
export function llmsText({ sections, pages }, linkTo) {
  const byPath = new Map(pages.map((page) => [page.path, page]))
  const line = ({ path, url, title }) =>
    url ? `- [${title}](${url})` : `- [${title}](${linkTo(path)}): ${byPath.get(path).summary}`
  const parts = sections.map(({ title, entries }) => `## ${title}\n\n${entries.map(line).join('\n')}`)
  return `# Colloquy\n\n> ${byPath.get('index').summary}\n\n${parts.join('\n\n')}\n`
}
