import type { OriginQuery } from '@colloquy/api'
import { t } from '../i18n/i18n.js'
import type { OriginChoices } from './origins.js'

/** Describes the origin that a query filters by, using names instead of ids. */
export function describeOrigin(origin: OriginQuery, choices: OriginChoices): string[] {
  const nameOf = (label: string, value: string | undefined, known: OriginChoices['releases']) =>
    value === undefined ? [] : [`${label}: ${known.find(([id]) => id === value)?.[1] ?? value}`]
  return [
    ...nameOf(t('Environment'), origin.environmentId, choices.environments),
    ...nameOf(t('Variant'), origin.variant, choices.variants),
    ...nameOf(t('Version'), origin.releaseId, choices.releases),
    ...nameOf(t('Source'), origin.source, choices.sources),
    ...nameOf(t('Device'), origin.device, choices.devices),
  ]
}
