import { onDemand, Part } from '../design/on-demand.js'

const RichTextEditor = onDemand(() => import('./rich-text-editor.js'), { isSoon: true })

interface RichTextFieldProps {
  blockId: string
  value: unknown[] | undefined
  onChange(value: unknown[]): void
}

/** A message with bold words and links; its editor is loaded when there is one to write. */
export const RichTextField = (props: RichTextFieldProps) => (
  <Part waiting={<div className="rich-text" />}>
    <RichTextEditor {...props} />
  </Part>
)
