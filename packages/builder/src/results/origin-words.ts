import { t } from '../i18n/i18n.js'
import type { OriginQuery } from './origin-fields.js'
import type { OriginChoices } from './origins.js'

/** The names of the environment, the variant and the version of a query; only of those it has. */
export function originWords(origin: OriginQuery, choices: OriginChoices): string[] {
  const nameOf = (label: string, value: string | undefined, known: OriginChoices['releases']) =>
    value === undefined ? [] : [`${label}: ${known.find(([id]) => id === value)?.[1] ?? value}`]
  return [
    ...nameOf(t('Environment'), origin.environmentId, choices.environments),
    ...nameOf(t('Variant'), origin.variant, choices.variants),
    ...nameOf(t('Version'), origin.releaseId, choices.releases),
  ]
}
