import { lazy, Suspense } from 'react'

const RichTextEditor = lazy(() => import('./rich-text-editor.js'))

interface RichTextFieldProps {
  blockId: string
  value: unknown[] | undefined
  onChange(value: unknown[]): void
}

/** A message with bold words and links; its editor is loaded when there is one to write. */
export const RichTextField = (props: RichTextFieldProps) => (
  <Suspense fallback={<div className="rich-text" />}>
    <RichTextEditor {...props} />
  </Suspense>
)
