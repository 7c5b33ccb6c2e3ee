import type { ReactNode } from 'react'
import { useBotEditor } from '../editor/bot-editor.js'
import { ReadOnlyFields } from '../forms/read-only-fields.js'

interface FormPageProps {
  label: string
  className: string
  children: ReactNode
}

/** A page of fields. Where they are closed nothing in it takes the focus, and the page itself is scrolled by keys. */
export function FormPage({ label, className, children }: FormPageProps) {
  const { isReadOnly } = useBotEditor()
  return isReadOnly ? (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by keys
    <section className={className} tabIndex={0} aria-label={label}>
      <ReadOnlyFields>{children}</ReadOnlyFields>
    </section>
  ) : (
    <div className={className}>{children}</div>
  )
}
