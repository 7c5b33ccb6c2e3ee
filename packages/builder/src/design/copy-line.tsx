import type { ReactNode } from 'react'
import { t } from '../i18n/i18n.js'
import { CopyButton } from './copy-button.js'

interface CopyLineProps {
  text: string
  /** What is copied, for who does not see it; the text itself unless told. */
  what?: string
  /** What else can be done with it. */
  children?: ReactNode
}

/** A line to copy. */
export const CopyLine = ({ text, what = text, children }: CopyLineProps) => (
  <div className="row">
    <code className="code-line grow cut">{text}</code>
    <CopyButton label={t('Copy {what}', { what })} text={text} />
    {children}
  </div>
)
