import { drawTemplate, sketches, type Template } from '@colloquy/templates'
import { tidy } from '../canvas/layout/tidy.js'
import { translated } from '../i18n/i18n.js'

export type { Template } from '@colloquy/templates'

/** Bots to begin with, in the reader's language as far as their names go, and placed like groups that are tidied up. */
export const templates: readonly Template[] = sketches.map((sketch) =>
  drawTemplate(sketch, { translate: translated, place: tidy }),
)
