import type { ComponentChildren } from 'preact'
import { useStyles } from '../view/chat-context.js'
import styles from './code.css?inline'

/** Inline code, or a code block. */
export default function Code({ isBlock, children }: { isBlock?: boolean; children?: ComponentChildren }) {
  useStyles(styles)
  // Long lines scroll, which has to be possible by keyboard as well.
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area has to be reachable by keyboard
  return isBlock ? <pre tabIndex={0}>{children}</pre> : <code>{children}</code>
}
