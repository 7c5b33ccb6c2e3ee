import type { OriginField } from '@colloquy/api'
import { originColumnIds, variantLabel, variantLetter } from '@colloquy/flow'
import { useMemo } from 'react'
import { useBotEditor } from '../editor/bot-editor.js'
import { useEnvironments } from '../environments/environments.js'
import { releaseChoices, useReleases } from '../environments/release.js'
import { useExperiments } from '../experiments/experiments.js'
import { t } from '../i18n/i18n.js'
import type { Column } from './columns.js'
import { deviceName, sourceName, useVisits } from './sources.js'

/** A value to choose, and its label. */
type Choice = readonly [value: string, label: string]

/** Origins by which results of the open bot can be filtered. A list is empty if all results have the same origin. */
export interface OriginChoices {
  environments: readonly Choice[]
  /** A value consists of the experiment's id and the variant's index, as in the API. */
  variants: readonly Choice[]
  releases: readonly Choice[]
  sources: readonly Choice[]
  devices: readonly Choice[]
  /** Loads older releases, if there are any. */
  moreReleases: (() => void) | undefined
}

export function useOriginChoices(): OriginChoices {
  const { bot } = useBotEditor()
  const environments = useEnvironments(bot.id).data
  const experiments = useExperiments(bot.id).data
  const { data: releases, hasNextPage, fetchNextPage } = useReleases(bot.id)
  const sources = useVisits('source')
  const devices = useVisits('device')
  return useMemo(
    () => ({
      environments: severalOf((environments ?? []).map(({ id, name }) => [id, name])),
      variants: (experiments ?? []).flatMap(({ id, name, variants }) =>
        variants.map((_, index): Choice => [`${id}:${index}`, variantLabel(name, index)]),
      ),
      releases: severalOf(releaseChoices(releases ?? [])),
      sources: severalOf(sources.map((source) => [source, sourceName(source)])),
      devices: severalOf(devices.map((device) => [device, deviceName(device)])),
      moreReleases: hasNextPage ? () => void fetchNextPage() : undefined,
    }),
    [environments, experiments, releases, sources, devices, hasNextPage, fetchNextPage],
  )
}

const severalOf = (choices: readonly Choice[]): readonly Choice[] => (choices.length > 1 ? choices : [])

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
