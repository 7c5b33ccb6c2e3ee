import { variantLetter } from '@colloquy/flow'
import { fieldOf, isReferring, type OriginField, originFields, type ReferringField } from '@colloquy/flow/result-fields'
import { t } from '../i18n/i18n.js'
import type { Column } from './columns.js'
import type { OriginChoices } from './origins.js'
import type { Origin } from './result.js'
import { fieldLabel, valueName } from './result-names.js'

/** Table columns for origins, and columns that only serve as filters. */
export function originColumns(choices: OriginChoices): { shown: Column[]; filtered: Column[] } {
  const nameOf = (field: OriginField, value: string) => choices[field].find(([id]) => id === value)?.[1]
  const referring: Record<ReferringField, (origin: Origin) => string> = {
    environmentId: ({ environmentId: id }) => nameOf('environmentId', id) ?? t('Deleted environment'),
    variant: ({ variants }) =>
      variants
        .map((it) => nameOf('variant', `${it.experimentId}:${it.variant}`) ?? variantLetter(it.variant))
        .join(', '),
    releaseId: ({ releaseId }) => nameOf('releaseId', releaseId ?? '') ?? '',
  }
  const textIn = (field: OriginField, origin: Origin): string => {
    if (isReferring(field)) return referring[field](origin)
    const value = origin[field]
    return value === null ? '' : valueName(field, `${value}`)
  }
  const columnOf = (field: OriginField): Column => {
    const { filters } = fieldOf(field)
    const isChosen = filters.every((is) => is === 'equals' || is === 'oneOf')
    return {
      id: field,
      label: fieldLabel(field),
      knownAs: [field],
      source: { field },
      dateFormat: undefined,
      choices: isChosen ? [] : choices[field].map(([value]) => value),
      ...(isChosen && { values: choices[field] }),
      ...(field === 'releaseId' && { more: choices.moreReleases }),
      valueIn: ({ origin }) => (origin ? textIn(field, origin) : ''),
    }
  }
  const offered = originFields.filter((field) => choices[field].length > 0)
  const isFiltered = (field: OriginField) => fieldOf(field).isFilterOnly === true
  return {
    shown: offered.filter((field) => !isFiltered(field)).map(columnOf),
    filtered: offered.filter(isFiltered).map(columnOf),
  }
}
