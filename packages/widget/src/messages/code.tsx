import type { ComponentChildren } from 'preact'
import styles from './code.css?inline'

export { styles }

/** Code in a text, or a block of it. */
export default function Code({ isBlock, children }: { isBlock?: boolean; children?: ComponentChildren }) {
  return isBlock ? <pre>{children}</pre> : <code>{children}</code>
}
