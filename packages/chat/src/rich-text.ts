import { describedAs } from '@colloquy/flow'
import * as z from 'zod'

/** A leaf with text and marks, or an element with children. Unknown nodes of other editors are kept unchanged. */
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

const richTextNodeShape = z
  .looseObject({
    type: z.string().optional().meta({ description: 'Of an element, such as `p` or `a`' }),
    get children() {
      return z.array(richTextNodeShape).optional().meta({ description: 'Of an element' })
    },
    url: z.string().optional().meta({ description: 'Of a link' }),
    text: z.string().optional().meta({ description: 'Of a leaf' }),
    bold: z.boolean().optional(),
    italic: z.boolean().optional(),
    underline: z.boolean().optional(),
  })
  .meta({ id: 'RichTextNode', example: { type: 'p', children: [{ text: 'Hello!' }] } }) as z.ZodType

export const richTextNodeSchema = describedAs(z.unknown() as unknown as z.ZodType<RichTextNode>, richTextNodeShape)
