import { plainText } from '@colloquy/flow/blocks'
import type { ReactNode } from 'react'
import { TextWithVariables } from '../../design/text-with-variables.js'
import { t } from '../../i18n/i18n.js'

type Loose = Record<string, unknown>

/** A message as visitors read it, in a few lines, with bold and italic text, links and variables. */
export function RichTextExcerpt({ nodes }: { nodes: unknown }) {
  const hasText = Array.isArray(nodes) && plainText(nodes).trim() !== ''
  const lines = hasText ? nodes.map(rendered).filter((line) => line !== undefined) : []
  return (
    <span className="block-text">
      {lines.length === 0 ? (
        <span className="block-unwritten">{t('Write a message…')}</span>
      ) : (
        lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines of one text have no other key
          <span key={index}>
            {index > 0 && ' '}
            {line}
          </span>
        ))
      )}
    </span>
  )
}

/** Undefined if there is no text. */
function rendered(node: Loose): ReactNode {
  if (typeof node.text === 'string') {
    if (node.text === '') return undefined
    const words = <TextWithVariables text={node.text} />
    const look = [node.bold && 'said-bold', node.italic && 'said-italic', node.underline && 'said-underlined']
    return look.some(Boolean) ? <span className={look.filter(Boolean).join(' ')}>{words}</span> : words
  }
  if (!Array.isArray(node.children)) return undefined
  const children = node.children.map(rendered)
  if (children.every((child) => child === undefined)) return undefined
  // biome-ignore lint/suspicious/noArrayIndexKey: children of one text have no other key
  const inside = children.map((child, index) => <span key={index}>{child}</span>)
  return typeof node.url === 'string' ? <span className="said-link">{inside}</span> : inside
}
