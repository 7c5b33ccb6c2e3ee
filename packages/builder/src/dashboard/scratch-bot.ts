import type { BotCreate } from '@colloquy/flow'
import { indigo } from '@colloquy/templates/themes'
import { t } from '../i18n/i18n.js'

/** The bot of "From scratch". Its theme is explicit: an empty theme keeps the recorded look of imported bots. */
export const scratchBot: BotCreate = {
  name: t('My bot'),
  theme: { ...indigo, general: { ...indigo.general, progressBar: { color: indigo.general?.progressBar?.color } } },
}
