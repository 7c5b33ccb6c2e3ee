import * as z from 'zod'
import { numOrVar } from '../num-or-var.js'
import { blockShape, optionalFlag, optionalText } from './block-shape.js'

/** Schemas of the blocks that show something. */
export const bubbleSchemas = {
  text: blockShape('text', {
    content: z
      .object({ richText: z.array(z.any()).optional(), html: optionalText, plainText: optionalText })
      .optional(),
  }),
  image: blockShape('image', {
    content: z
      .object({ url: optionalText, clickLink: z.object({ url: optionalText, alt: optionalText }).optional() })
      .optional(),
  }),
  video: blockShape('video', {
    content: z
      .object({
        url: optionalText,
        id: optionalText,
        type: z.enum(['url', 'youtube', 'vimeo', 'tiktok', 'gumlet']).optional(),
        height: numOrVar,
        aspectRatio: optionalText,
        maxWidth: optionalText,
        queryParamsStr: optionalText,
        areControlsDisplayed: optionalFlag,
        isAutoplayEnabled: optionalFlag,
      })
      .optional(),
  }),
  audio: blockShape('audio', {
    content: z.object({ url: optionalText, isAutoplayEnabled: optionalFlag }).optional(),
  }),
  embed: blockShape('embed', {
    content: z
      .object({
        url: optionalText,
        height: numOrVar,
        waitForEvent: z
          .object({ isEnabled: optionalFlag, name: optionalText, saveDataInVariableId: optionalText })
          .optional(),
      })
      .optional(),
  }),
}
