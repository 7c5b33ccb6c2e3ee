import { type Capabilities, isOver, isSendable, type SentMedia } from '@colloquy/channels'
import { choice, flag, group, saveIn, shownText } from '../fields/fields.js'
import type { SentPart } from './define.js'

/** Texts around a field that visitors type into. */
export const labels = <const P extends string>(placeholder: P) =>
  group({
    label: 'Labels',
    name: 'InputLabels',
    fields: {
      placeholder: shownText({ label: 'Placeholder', default: placeholder }),
      button: shownText({ label: 'Button', default: 'Send' }),
    },
  })

/** Options of a typed input that asks again after an invalid reply, with a customizable text. */
export const retried = <const P extends string>(placeholder: P) => ({
  variableId: saveIn({ label: 'Save answer to' }),
  labels: labels(placeholder),
  retryMessageContent: shownText({ label: 'Validation error message', isLong: true, isAdvanced: true }),
})

export const visibility = choice(['Auto', 'Public', 'Private'], { label: 'Visibility', default: 'Auto' })

/** Options of recordings that visitors may add to a text. */
export const recording = <const L extends string>(label: L) =>
  group({
    label,
    name: 'Recording',
    fields: {
      isEnabled: flag({ label: 'On', default: false }),
      saveVariableId: saveIn({ label: 'Save', shownWhen: { option: 'isEnabled', is: [true] } }),
      visibility: { ...visibility, shownWhen: { option: 'isEnabled', is: [true] } },
    },
  })

/** Options of an input whose answers are picked, in the order that each input shows them. */
export const picking = {
  isMultipleChoice: flag({ label: 'Allow multiple selections', default: false }),
  buttonLabel: shownText({
    label: 'Button label',
    default: 'Send',
    shownWhen: { option: 'isMultipleChoice', is: [true] },
  }),
  isSearchable: flag({ label: 'Searchable', default: false }),
  searchInputPlaceholder: shownText({
    label: 'Search placeholder',
    shownWhen: { option: 'isSearchable', is: [true] },
  }),
} as const

export const numberedChoice = 'Several answers are chosen by their numbers, from a list in a text.'

export const noCalendar = [
  {
    kind: 'changed',
    text: 'There is no calendar or clock: the question before it should say how to write the answer.',
  },
] as const

export const pageOnly = [{ kind: 'lost', text: 'It works on web pages only, and is skipped.' }] as const

/** True if a channel has buttons, and one of these labels is too long for them. */
export const isAnyCut = (labels: readonly (string | undefined)[], { buttons }: Capabilities): boolean =>
  buttons !== undefined && labels.some((label) => typeof label === 'string' && isOver(label.trim(), buttons.title))

export const cutLabel = 'Labels that are too long for a button are cut short.'

export const noButtons = 'There are no buttons: the answers are listed in a text, and one of them is written in reply.'

/** True if a channel cannot show one of the images at these addresses. */
export const isAnyUnshown = (urls: readonly (string | null | undefined)[], { media }: Capabilities): boolean =>
  urls.some((url) => typeof url === 'string' && /^https?:/i.test(url) && !isSendable(url, media.image))

/** The file of a bubble, if its address is known before a run. */
export const fileAt = (media: SentMedia, url: string | undefined): readonly SentPart[] =>
  url && /^https?:\/\//i.test(url) ? [{ kind: 'file', media, url, path: 'content.url' }] : []

export const linkedChoice = 'Animated and vector pictures (GIF, SVG) are sent as links, or omitted from a choice.'

export const inBrowserOnServer =
  'It runs on the server there, not in a browser: what it reads from the page is not there.'
