import { variantLabel } from '@colloquy/flow'
import {
  filterText,
  isReferring,
  type OriginField,
  originFields,
  type ReferringField,
  resultFields,
  segmentOf,
} from '@colloquy/flow/result-fields'
import { type UseQueryResult, useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { dayOf } from '../design/dates.js'
import { useBotEditor } from '../editor/bot-editor.js'
import { useEnvironments } from '../environments/environments.js'
import { type ReleaseRow, useReleases } from '../environments/release.js'
import { useExperiments } from '../experiments/experiments.js'
import { translated } from '../i18n/i18n.js'
import { type Answer, api } from '../service/api.js'
import { fieldLabel, valueName } from './result-names.js'

/** A value to choose, and its label. */
export type Choice = readonly [value: string, label: string]

/** Values by which results of the open bot can be filtered, as in the API. A list is empty if all results have the same value. */
export interface OriginChoices extends Readonly<Record<OriginField, readonly Choice[]>> {
  /** Loads older releases, if there are any. */
  moreReleases: (() => void) | undefined
}

/** Origins in the order in which they are offered: the field that filters by them, and its segment in the API. */
export const origins = originFields.map((field) => ({
  segment: segmentOf(field),
  field,
  label: fieldLabel(field),
  all: translated(resultFields[field].all),
}))

const recordedFields = originFields.filter(
  (field): field is Exclude<OriginField, ReferringField> => !isReferring(field),
)

export function useOriginChoices(): OriginChoices {
  const { bot } = useBotEditor()
  const environments = useEnvironments(bot.id).data
  const experiments = useExperiments(bot.id).data
  const { data: releases, hasNextPage, fetchNextPage } = useReleases(bot.id)
  const recorded = useRecordedChoices(bot.id)
  return useMemo(() => {
    const referring: Record<ReferringField, readonly Choice[]> = {
      environmentId: severalOf((environments ?? []).map(({ id, name }) => [id, name])),
      variant: (experiments ?? []).flatMap(({ id, name, variants }) =>
        variants.map((_, index): Choice => [`${id}:${index}`, variantLabel(name, index)]),
      ),
      releaseId: severalOf(releaseChoices(releases ?? [])),
    }
    return { ...recorded, ...referring, moreReleases: hasNextPage ? () => void fetchNextPage() : undefined }
  }, [environments, experiments, releases, recorded, hasNextPage, fetchNextPage])
}

type RecordedChoices = Record<(typeof recordedFields)[number], readonly Choice[]>

/** Values that results of a bot have, most views first. */
function useRecordedChoices(botId: string): RecordedChoices {
  return useQueries({
    queries: recordedFields.map((field) => {
      const by = segmentOf(field)
      return {
        queryKey: ['figures', botId, 'getSegments', by, 'all'],
        queryFn: () => api.getSegments({ botId, by, timeFilter: 'allTime' }),
        staleTime: 60_000,
      }
    }),
    combine: choicesByField,
  })
}

function choicesByField(answers: UseQueryResult<Answer<'getSegments'>>[]): RecordedChoices {
  const choices = recordedFields.map((field, index) => {
    const values = answers[index]?.data?.segments.map(({ value }) => filterText(field, value)) ?? []
    return [field, severalOf(values.map((value) => [value, valueName(field, value)]))]
  })
  return Object.fromEntries(choices)
}

const severalOf = (choices: readonly Choice[]): readonly Choice[] => (choices.length > 1 ? choices : [])

/** Choices of releases, labeled with their day and note. */
const releaseChoices = (releases: readonly ReleaseRow[]): Choice[] =>
  releases.map(({ id, note, createdAt }) => [id, `${dayOf(createdAt)}${note ? `: ${shortened(note)}` : ''}`])

const shortened = (text: string) => (text.length > 40 ? `${text.slice(0, 40)}…` : text)
