import { drawTemplate, type Template, templateDefinitions } from '@colloquy/templates'
import { arrange } from '../canvas/layout/tidy.js'
import { translated } from '../i18n/i18n.js'

export type { Template } from '@colloquy/templates'

/** Bots to begin with, in the reader's language as far as their names go, and placed like groups that are tidied up. */
export const templates: readonly Template[] = templateDefinitions.map((definition) =>
  drawTemplate(definition, { translate: translated, arrange }),
)
