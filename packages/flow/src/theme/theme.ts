import * as z from 'zod'
import { extension } from '../describe.js'

const text = z.string().optional()
const flag = z.boolean().optional()
const share = z.number().min(0).max(1).optional()
const container = {
  backgroundColor: text,
  color: text,
  blur: z.number().optional(),
  opacity: share,
  shadow: z.enum(['none', 'sm', 'md', 'lg', 'xl', '2xl']).optional(),
  border: z
    .object({
      thickness: z.number().optional(),
      color: text,
      roundeness: z.enum(['none', 'medium', 'large', 'custom']).optional(),
      customRoundeness: z.number().optional(),
      opacity: share,
    })
    .meta({ id: 'ThemeBorder' })
    .optional(),
}
const avatar = z.object({ isEnabled: flag, url: text }).meta({ id: 'ThemeAvatar' }).optional()
const part = z.object(container).meta({ id: 'ThemePart' }).optional()

const colours = { backgroundColor: text, color: text, borderColor: text }
const darkPart = z.object(colours).meta({ id: 'ThemeDarkPart' }).optional()

/** The dark variant: when it applies, and its colors where they differ from the derived ones. */
const darkSchema = z
  .object({
    mode: z.enum(['off', 'device', 'always']).optional(),
    general: z
      .object({
        backgroundColor: text,
        progressBar: z.object({ color: text, backgroundColor: text }).optional(),
      })
      .optional(),
    chat: z
      .object({
        container: darkPart,
        hostBubbles: darkPart,
        guestBubbles: darkPart,
        buttons: darkPart,
        inputs: z.object({ ...colours, placeholderColor: text }).optional(),
      })
      .optional(),
  })
  .meta({ id: 'ThemeDark' })

/** The look of a bot. */
export const themeSchema = z
  .object({
    general: z
      .object({
        font: z
          .union([
            z.string(),
            z.object({ type: z.literal('Google'), family: text }),
            z.object({ type: z.literal('Custom'), family: text, css: text, url: text }),
          ])
          .optional(),
        background: z.object({ type: z.enum(['Color', 'Image', 'None']).optional(), content: text }).optional(),
        progressBar: z
          .object({
            isEnabled: flag,
            color: text,
            backgroundColor: text,
            placement: z.enum(['Top', 'Bottom']).optional(),
            thickness: z.number().optional(),
            position: z.enum(['fixed', 'absolute']).optional(),
          })
          .optional(),
      })
      .optional(),
    chat: z
      .object({
        container: z.object({ ...container, maxWidth: text, maxHeight: text }).optional(),
        hostAvatar: avatar,
        guestAvatar: avatar,
        hostBubbles: part,
        guestBubbles: part,
        buttons: part,
        inputs: z.object({ ...container, placeholderColor: text }).optional(),
        roundness: z.enum(['none', 'medium', 'large']).optional(),
        buttonsInput: z.object({ layout: z.enum(['wrap', 'vertical']).optional() }).optional(),
      })
      .optional(),
    customCss: text,
    dark: extension(darkSchema.optional()),
  })
  .meta({
    id: 'Theme',
    example: {
      general: { background: { type: 'Color', content: '#ffffff' } },
    },
  })
export type Theme = z.infer<typeof themeSchema>
