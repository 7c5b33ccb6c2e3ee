import type { ResultState } from '@colloquy/flow'
import { fieldOf, labelOfValue, type OriginField, type ResultFieldId } from '@colloquy/flow/result-fields'
import { t, translated } from '../i18n/i18n.js'

/** Label of a field that every result has, in the reader's language. */
export const fieldLabel = (id: ResultFieldId): string => translated(fieldOf(id).label)

/** Name of a value of a field, as filters take it, in the reader's language. */
export function valueName(id: OriginField, value: string): string {
  if (value === 'unknown') return t('Unknown')
  const { prefixes = {} } = fieldOf(id)
  const label = labelOfValue(id, value)
  const prefix = Object.keys(prefixes).find((prefix) => value === prefix + label)
  const pattern = prefix === undefined ? undefined : prefixes[prefix]?.label
  return translated(pattern?.replace('{name}', () => label) ?? label)
}

/** Name of the status of a result, in the reader's language. */
export function statusName({ hasStarted, isCompleted }: ResultState): string {
  if (isCompleted) return t('Completed')
  return hasStarted ? t('In progress') : t('Without answers')
}
