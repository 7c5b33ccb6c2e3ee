import type { Message, RichTextNode } from '@colloquy/chat'
import { createElement, type ReactNode } from 'react'
import { safeLink, safePicture } from '../design/safe-address.js'
import { richTextOf } from './preview-chat.js'

/** A message of the bot. */
export function MessageView({ message }: { message: Message }) {
  if (message.type === 'text') return <div className="heard">{richTextOf(message).map(renderNode)}</div>
  const url = message.content.url ?? ''
  const picture = message.type === 'image' ? safePicture(url) : undefined
  if (picture)
    return (
      <img
        className="heard-picture"
        src={picture}
        alt={message.type === 'image' ? (message.content.clickLink?.alt ?? '') : ''}
      />
    )
  const link = safeLink(url)
  return (
    <div className="heard">
      {message.type}: {link ? <Outside href={link}>{link}</Outside> : 'no address'}
    </div>
  )
}

/** Elements and leaves of rich text; elements that are not known are plain boxes. */
export function renderNode(node: RichTextNode, index: number): ReactNode {
  if ('text' in node && typeof node.text === 'string') {
    const { text, bold, italic, underline } = node as {
      text: string
      bold?: boolean
      italic?: boolean
      underline?: boolean
    }
    const marked = [underline && 'u', italic && 'em', bold && 'strong'].filter(
      (it): it is string => typeof it === 'string',
    )
    return (
      <span key={index}>{marked.reduce<ReactNode>((inner, tag) => createElement(tag, undefined, inner), text)}</span>
    )
  }
  const { type, url, children = [] } = node as { type?: string; url?: string; children?: RichTextNode[] }
  const inner = children.map(renderNode)
  const link = type === 'a' ? safeLink(url ?? '') : undefined
  if (link) {
    return (
      <Outside key={index} href={link}>
        {inner}
      </Outside>
    )
  }
  return type === 'a' ? <span key={index}>{inner}</span> : <div key={index}>{inner.length > 0 ? inner : '\u00a0'}</div>
}

const Outside = ({ href, children }: { href: string; children: ReactNode }) => (
  <a href={href} target="_blank" rel="noopener noreferrer">
    {children}
  </a>
)
