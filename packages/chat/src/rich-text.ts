import * as z from 'zod'

/** A leaf with text and marks, or an element with children. Nodes of other editors pass through untouched. */
export type RichTextNode = RichTextLeaf | RichTextElement
export interface RichTextLeaf {
  text: string
  bold?: boolean
  italic?: boolean
  underline?: boolean
  [key: string]: unknown
}
export interface RichTextElement {
  type: string
  children: RichTextNode[]
  url?: string
  [key: string]: unknown
}

export const richTextNodeSchema = z.unknown().meta({
  description: 'Element {type, children, url?} or leaf {text, bold?, italic?, underline?}',
}) as unknown as z.ZodType<RichTextNode>
