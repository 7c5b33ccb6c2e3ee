import { variantLabel } from '@colloquy/flow'
import { useMemo } from 'react'
import { dayOf } from '../design/dates.js'
import { useBotEditor } from '../editor/bot-editor.js'
import { useEnvironments } from '../environments/environments.js'
import { type ReleaseRow, useReleases } from '../environments/release.js'
import { useExperiments } from '../experiments/experiments.js'
import { t } from '../i18n/i18n.js'
import { deviceName, sourceName, useVisits } from './sources.js'

/** A value to choose, and its label. */
export type Choice = readonly [value: string, label: string]

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

/** Origins in the order in which they are offered: their name in the API, the field that filters by them, and their choices. */
export const origins = [
  {
    id: 'environment',
    from: 'environments',
    field: 'environmentId',
    label: t('Environment'),
    all: t('All environments'),
  },
  { id: 'variant', from: 'variants', field: 'variant', label: t('Variant'), all: t('All variants') },
  { id: 'release', from: 'releases', field: 'releaseId', label: t('Version'), all: t('All versions') },
  { id: 'source', from: 'sources', field: 'source', label: t('Source'), all: t('All sources') },
  { id: 'device', from: 'devices', field: 'device', label: t('Device'), all: t('All devices') },
] as const

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

/** Choices of releases, labeled with their day and note. */
const releaseChoices = (releases: readonly ReleaseRow[]): Choice[] =>
  releases.map(({ id, note, createdAt }) => [id, `${dayOf(createdAt)}${note ? `: ${shortened(note)}` : ''}`])

const shortened = (text: string) => (text.length > 40 ? `${text.slice(0, 40)}…` : text)
