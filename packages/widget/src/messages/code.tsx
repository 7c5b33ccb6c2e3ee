import type { ComponentChildren } from 'preact'
import { useStyles } from '../view/chat-context.js'
import styles from './code.css?inline'

/** Code in a text, or a block of it. */
export default function Code({ isBlock, children }: { isBlock?: boolean; children?: ComponentChildren }) {
  useStyles(styles)
  return isBlock ? <pre>{children}</pre> : <code>{children}</code>
}
