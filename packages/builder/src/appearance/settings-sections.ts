import type { JsonSchema } from '../catalogue/json-schema.js'
import { settingsJsonSchema } from './appearance-schemas.js'

/** Sections of settings that the page renders from their schemas. Language models, channels and conversations with people have separate forms. */
export const settingsSections: readonly (readonly [key: string, schema: JsonSchema])[] = Object.entries(
  settingsJsonSchema().properties ?? {},
).filter(([key]) => !['ai', 'channels', 'idle'].includes(key))

/** Settings that appear elsewhere or no longer have an effect, by section. */
export const hiddenSettings: Readonly<Record<string, readonly string[]>> = {
  general: ['isTypingEmulationEnabled'],
  metadata: ['title', 'description', 'imageUrl', 'favIconUrl', 'allowIndexing'],
  messaging: ['isEnabled', 'startCondition', 'sessionExpiryTimeout', 'quietSeconds', 'listButton', 'idle'],
}
