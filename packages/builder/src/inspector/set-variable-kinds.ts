import type { BlockOf } from '@colloquy/flow'

type Type = NonNullable<NonNullable<BlockOf<'Set variable'>['options']>['type']>

/** What a Set variable block can put into its variable. JavaScript and a text are one type to the engine, told apart by a flag. */
export interface Kind {
  id: string
  label: string
  hint: string
  type: Type
  isCode?: boolean
  /** Only shown where a flow has it already. */
  isOld?: boolean
}

const kind = (type: Type, label: string, hint: string, more: Partial<Kind> = {}): Kind => ({
  id: type,
  type,
  label,
  hint,
  ...more,
})

export const kinds: readonly (readonly [heading: string, kinds: readonly Kind[]])[] = [
  [
    'Written by you',
    [
      kind('Custom', 'A text or a calculation', 'Such as Hello {{Name}}, or {{Price}} * 1.2'),
      kind('Custom', 'JavaScript', 'The value that the code returns', { id: 'code', isCode: true }),
      kind('Empty', 'Nothing', 'Empties the variable'),
    ],
  ],
  [
    'Lists',
    [
      kind('Append value(s)', 'The list with one more', 'Adds a value, or all of another list, at the end'),
      kind('Pop', 'The list without its last', 'Takes the last value away, to be saved elsewhere'),
      kind('Shift', 'The list without its first', 'Takes the first value away, to be saved elsewhere'),
      kind('Map item with same index', 'The match in another list', 'What stands at the same place of a second list'),
    ],
  ],
  [
    'Time',
    [
      kind('Now', 'Now', 'Day and time of this moment'),
      kind('Tomorrow', 'Tomorrow', 'This time of day, one day on'),
      kind('Yesterday', 'Yesterday', 'This time of day, one day back'),
      kind('Today', 'Now, in universal time', 'As older flows have it', { isOld: true }),
      kind('Moment of the day', 'Morning, afternoon or evening', 'By the clock of the visitor'),
    ],
  ],
  [
    'About the conversation',
    [
      kind('Transcript', 'What was said so far', 'The whole conversation as a text'),
      kind('Result ID', 'The id of the result', 'Another one in each conversation'),
      kind('User ID', 'The id of the visitor', 'As older flows have it', { isOld: true }),
      kind('Random ID', 'A random id', 'Another one each time'),
      kind('Environment name', 'Where the chat runs', 'web, or the name of a messaging channel'),
      kind('Device type', 'The device of the visitor', 'desktop, tablet or mobile'),
    ],
  ],
  [
    'From a messaging channel',
    [
      kind('Contact name', 'The name of the contact', 'As the channel knows it'),
      kind('Phone number', 'The phone number of the contact', 'As the channel knows it'),
      kind('Referral Click ID', 'The click that led here', 'The id that an advertisement brings along'),
      kind('Referral Source ID', 'The advertisement that led here', 'Its id'),
    ],
  ],
]

/** The kind of a block's options; the first one where nothing is said. */
export function kindOf({ type = 'Custom', isCode = false }: { type?: string; isCode?: boolean }): Kind {
  const all = kinds.flatMap(([, list]) => list)
  return all.find((it) => it.type === type && (type !== 'Custom' || (it.isCode ?? false) === isCode)) ?? all[0]!
}
