import type { OriginField } from '@colloquy/api'
import { originColumnIds, variantLetter } from '@colloquy/flow'
import { t } from '../i18n/i18n.js'
import type { Column } from './columns.js'
import type { Choice, OriginChoices } from './origins.js'
import { deviceName, sourceName } from './sources.js'

/** Table columns for origins, and columns that only serve as filters. */
export function originColumns({ environments, variants, releases, sources, devices, moreReleases }: OriginChoices): {
  shown: Column[]
  filtered: Column[]
} {
  const environmentNames = new Map(environments)
  const variantNames = new Map(variants)
  const environment: Column = {
    ...columnOf(originColumnIds.environment, t('Environment'), environments),
    valueIn: ({ origin }) => (origin ? (environmentNames.get(origin.environmentId) ?? t('Deleted environment')) : ''),
  }
  const variant: Column = {
    ...columnOf(originColumnIds.variant, t('Variant'), variants),
    valueIn: ({ origin }) =>
      (origin?.variants ?? [])
        .map((it) => variantNames.get(`${it.experimentId}:${it.variant}`) ?? variantLetter(it.variant))
        .join(', '),
  }
  const source: Column = {
    ...columnOf(originColumnIds.source, t('Source'), sources),
    valueIn: ({ origin }) => (origin?.source ? sourceName(origin.source) : ''),
  }
  const device: Column = {
    ...columnOf(originColumnIds.device, t('Device'), devices),
    valueIn: ({ origin }) => (origin?.device ? deviceName(origin.device) : ''),
  }
  const release: Column = { ...columnOf('releaseId', t('Version'), releases), more: moreReleases, valueIn: () => '' }
  const chosen = (column: Column) => (column.values?.length ? [column] : [])
  return { shown: [environment, variant, source, device].flatMap(chosen), filtered: chosen(release) }
}

const columnOf = (id: OriginField, label: string, values: readonly Choice[]) => ({
  id,
  label,
  knownAs: [id],
  source: { field: id },
  dateFormat: undefined,
  choices: [],
  values,
})
