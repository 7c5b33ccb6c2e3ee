import type { ReactNode } from 'react'
import { t } from '../i18n/i18n.js'
import { CopyButton } from './copy-button.js'

interface CopyLineProps {
  text: string
  /** Accessible name of what is copied; defaults to the text itself. */
  what?: string
  /** Further actions. */
  children?: ReactNode
}

/** A line of text with a button to copy it. */
export const CopyLine = ({ text, what = text, children }: CopyLineProps) => (
  <div className="row">
    <code className="code-line grow cut">{text}</code>
    <CopyButton label={t('Copy {what}', { what })} text={text} />
    {children}
  </div>
)
