import { expect, test } from 'vitest'
import { richTextOfMarkdown } from './markdown.js'
import { richTextToPlainText } from './rich-text.js'

test('Markdown beyond the budget keeps its text, with the signs as they are', () => {
  const text = '*a['.repeat(20_000)
  expect(richTextOfMarkdown(text)).toEqual([{ type: 'p', children: [{ text }] }])
})

test('Blocks of Markdown are read up to thirty levels deep, and the rest of them is text', () => {
  const depthOf = (levels: number) => {
    let depth = 0
    for (let [node] = richTextOfMarkdown(`${'>'.repeat(levels)} deep`); node?.type === 'blockquote'; depth++)
      node = (node.children as (typeof node)[])[0]!
    return depth
  }
  expect([depthOf(3), depthOf(5_000)]).toEqual([3, 30])
  expect(richTextToPlainText(richTextOfMarkdown(`${'>'.repeat(5_000)} deep`))).toContain('deep')
})

test('A long answer of ordinary Markdown is read whole', () => {
  const section =
    '## Title\n\nSome **bold** and `code` and [a link](https://example.com) in a line of words.\n\n- one\n- two\n\n'
  const nodes = richTextOfMarkdown(section.repeat(1_000))
  expect(nodes.filter(({ type }) => type === 'h2')).toHaveLength(1_000)
  expect(JSON.stringify(nodes)).not.toContain('**')
})
