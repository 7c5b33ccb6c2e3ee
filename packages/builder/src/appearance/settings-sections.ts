import type { JsonSchema } from '../catalogue/json-schema.js'
import { settingsJsonSchema } from './appearance-schemas.js'

/** Sections of settings that the page renders from their schemas. Language models and channels have separate forms. */
export const settingsSections: readonly (readonly [key: string, schema: JsonSchema])[] = Object.entries(
  settingsJsonSchema().properties ?? {},
).filter(([key]) => key !== 'ai' && key !== 'channels')

/** Settings that appear elsewhere or no longer have an effect, by section. */
export const hiddenSettings: Readonly<Record<string, readonly string[]>> = {
  general: ['isTypingEmulationEnabled'],
  metadata: ['title', 'description', 'imageUrl', 'favIconUrl', 'allowIndexing'],
  messaging: ['isEnabled', 'startCondition', 'sessionExpiryTimeout', 'quietSeconds'],
}
