import type { resultLabels } from '@colloquy/flow'
import { t } from '../i18n/i18n.js'

/** Names of the columns that every result has, in the reader's language. */
export const columnNames: Readonly<Record<keyof typeof resultLabels, string>> = {
  started: t('Started'),
  status: t('Status'),
  environment: t('Environment'),
  variant: t('Variant'),
  source: t('Source'),
  device: t('Device'),
}

/** Name of the status of a result, in the reader's language. */
export const statusName = ({ isCompleted }: { isCompleted: boolean }): string =>
  isCompleted ? t('Completed') : t('In progress')
