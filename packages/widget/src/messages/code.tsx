import type { ComponentChildren } from 'preact'
import { useStyles } from '../view/chat-context.js'
import styles from './code.css?inline'

/** Code in a text, or a block of it. */
export default function Code({ isBlock, children }: { isBlock?: boolean; children?: ComponentChildren }) {
  useStyles(styles)
  // Long lines scroll, which keys have to be able to do as well.
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a place to scroll has to be reachable by keyboard
  return isBlock ? <pre tabIndex={0}>{children}</pre> : <code>{children}</code>
}
