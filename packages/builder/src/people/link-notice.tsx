import type { ReactNode } from 'react'
import { CopyButton } from '../design/copy-button.js'
import { t } from '../i18n/i18n.js'

interface LinkNoticeProps {
  /** Name of the link, for screen readers on the button that copies it. */
  what: string
  link: string
  children: ReactNode
}

/** A link for the user to pass on, shown only once. */
export const LinkNotice = ({ what, link, children }: LinkNoticeProps) => (
  <div className="notice" role="status">
    <div className="stack grow">
      <span>{children}</span>
      <div className="row">
        <code className="code-line grow">{link}</code>
        <CopyButton label={t('Copy {what}', { what })} text={link} />
      </div>
    </div>
  </div>
)
