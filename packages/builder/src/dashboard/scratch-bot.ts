import type { BotCreate } from '@colloquy/flow'
import { indigo } from '@colloquy/templates/themes'

/** The bot of "From scratch". Its theme is explicit: an empty theme keeps the recorded look of imported bots. */
export const scratchBot: BotCreate = {
  name: 'My bot',
  theme: { ...indigo, general: { ...indigo.general, progressBar: { color: indigo.general?.progressBar?.color } } },
}
