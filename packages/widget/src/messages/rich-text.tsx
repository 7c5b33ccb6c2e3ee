import type { RichTextNode } from '@colloquy/chat'
import { type ComponentChildren, createElement } from 'preact'
import { safeLink } from '../theme/safe-address.js'
import { useServices } from '../view/chat-context.js'
import { lazyView } from '../view/lazy-view.js'

const Code = lazyView(() => import('./code.js'), true)

/** Renders rich text. Unknown nodes become plain containers, so that no text is lost. */
export function RichText({ nodes }: { nodes: readonly RichTextNode[] }) {
  return (
    <>
      {nodes.map((node, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the order of what was said does not change
        <Node key={index} node={node} />
      ))}
    </>
  )
}

function Node({ node }: { node: RichTextNode }): preact.JSX.Element {
  if (!('children' in node)) return <Leaf leaf={node} />
  const children = Array.isArray(node.children) ? (node.children as RichTextNode[]) : []
  const drawn = <RichText nodes={children} />
  const { type } = node
  switch (type) {
    case 'a':
      return <Link url={String(node.url ?? '')}>{drawn}</Link>
    case 'ul':
    case 'ol':
    case 'li':
    case 'blockquote':
      return createElement(type, { start: node.start }, drawn)
    case 'code_block':
      return <Code isBlock>{drawn}</Code>
    case 'p':
      if (isBlank(children)) return <br />
  }
  return <div class={/^h[1-6]$/.test(String(type)) ? 'heading' : undefined}>{drawn}</div>
}

function Leaf({ leaf }: { leaf: Record<string, unknown> }): preact.JSX.Element {
  let drawn: ComponentChildren = String(leaf.text ?? '')
  if (leaf.code) drawn = <Code>{drawn}</Code>
  if (leaf.bold) drawn = <strong>{drawn}</strong>
  if (leaf.italic) drawn = <em>{drawn}</em>
  if (leaf.underline) drawn = <u>{drawn}</u>
  if (leaf.strikethrough) drawn = <s>{drawn}</s>
  return <>{drawn}</>
}

function Link({ url, children }: { url: string; children: ComponentChildren }) {
  const { texts } = useServices()
  const href = safeLink(url)
  if (!href) return <span>{children}</span>
  const isPage = /^https?:/i.test(href)
  if (!isPage) return <a href={href}>{children}</a>
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children}
      <span class="sr"> ({texts.opensNew})</span>
    </a>
  )
}

const isBlank = (children: readonly RichTextNode[]) =>
  children.length === 1 && 'text' in children[0]! && children[0].text === ''
