import { originColumnIds, variantLabel, variantLetter } from '@colloquy/flow'
import { useMemo } from 'react'
import { useStudio } from '../editor/studio.js'
import { useEnvironments } from '../environments/environments.js'
import { releaseChoices, useReleases } from '../environments/release.js'
import { useExperiments } from '../experiments/experiments.js'
import { t } from '../i18n/i18n.js'
import type { Column } from './columns.js'

/** A value to choose, with what people call it. */
type Choice = readonly [value: string, label: string]

/** What tells results of the open bot apart by where they come from; a list is empty where all are alike. */
export interface OriginChoices {
  environments: readonly Choice[]
  /** A value is the id of the experiment and the index of the variant, as the API takes it. */
  variants: readonly Choice[]
  releases: readonly Choice[]
  /** Loads older releases, where there are any. */
  moreReleases: (() => void) | undefined
}

export function useOriginChoices(): OriginChoices {
  const { bot } = useStudio()
  const environments = useEnvironments(bot.id).data
  const experiments = useExperiments(bot.id).data
  const { data: releases, hasNextPage, fetchNextPage } = useReleases(bot.id)
  return useMemo(
    () => ({
      environments: severalOf((environments ?? []).map(({ id, name }) => [id, name])),
      variants: (experiments ?? []).flatMap(({ id, name, variants }) =>
        variants.map((_, index): Choice => [`${id}:${index}`, variantLabel(name, index)]),
      ),
      releases: severalOf(releaseChoices(releases ?? [])),
      moreReleases: hasNextPage ? () => void fetchNextPage() : undefined,
    }),
    [environments, experiments, releases, hasNextPage, fetchNextPage],
  )
}

const severalOf = (choices: readonly Choice[]): readonly Choice[] => (choices.length > 1 ? choices : [])

/** The columns of a table by which one sees where results come from, and those by which one can only filter. */
export function originColumns({ environments, variants, releases, moreReleases }: OriginChoices): {
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
  const release: Column = { ...columnOf('releaseId', t('Version'), releases), more: moreReleases, valueIn: () => '' }
  const chosen = (column: Column) => (column.values?.length ? [column] : [])
  return { shown: [...chosen(environment), ...chosen(variant)], filtered: chosen(release) }
}

const columnOf = (id: 'environmentId' | 'variant' | 'releaseId', label: string, values: readonly Choice[]) => ({
  id,
  label,
  knownAs: [id],
  source: { field: id },
  dateFormat: undefined,
  choices: [],
  values,
})
