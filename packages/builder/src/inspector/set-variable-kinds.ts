import type { BlockOf } from '@colloquy/flow'
import { t } from '../i18n/i18n.js'

type Type = NonNullable<NonNullable<BlockOf<'Set variable'>['options']>['type']>

/** A kind of value that a Set variable block assigns. To the engine, JavaScript and text are one type, distinguished by a flag. */
export interface Kind {
  id: string
  label: string
  hint: string
  type: Type
  isCode?: boolean
  /** Only offered if the block uses it already. */
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
    t('Written by you'),
    [
      kind('Custom', t('A text or a calculation'), t('Such as Hello {{Name}}, or {{Price}} * 1.2')),
      kind('Custom', 'JavaScript', t('The value that the code returns'), { id: 'code', isCode: true }),
      kind('Empty', t('Nothing'), t('Empties the variable')),
    ],
  ],
  [
    t('Lists'),
    [
      kind('Append value(s)', t('The list with one more'), t('Adds a value, or all of another list, at the end')),
      kind('Pop', t('The list without its last'), t('Removes the last value, to save it elsewhere')),
      kind('Shift', t('The list without its first'), t('Removes the first value, to save it elsewhere')),
      kind(
        'Map item with same index',
        t('The match in another list'),
        t('What stands at the same place of a second list'),
      ),
    ],
  ],
  [
    t('Time'),
    [
      kind('Now', t('Now'), t('Day and time of this moment')),
      kind('Tomorrow', t('Tomorrow'), t('This time of day, one day on')),
      kind('Yesterday', t('Yesterday'), t('This time of day, one day back')),
      kind('Today', t('Now, in universal time'), t('Format of older flows'), { isOld: true }),
      kind('Moment of the day', t('Morning, afternoon or evening'), t('By the clock of the visitor')),
    ],
  ],
  [
    t('About the conversation'),
    [
      kind('Transcript', t('What was said so far'), t('The whole conversation as a text')),
      kind('Result ID', t('The id of the result'), t('Another one in each conversation')),
      kind('User ID', t('The id of the visitor'), t('Format of older flows'), { isOld: true }),
      kind('Random ID', t('A random id'), t('Another one each time')),
      kind('Environment name', t('Where the chat runs'), t('web, or the name of a messaging channel')),
      kind('Device type', t('The device of the visitor'), t('desktop, tablet or mobile')),
    ],
  ],
  [
    t('From a messaging channel'),
    [
      kind('Contact name', t('The name of the contact'), t('As known to the channel')),
      kind('Phone number', t('The phone number of the contact'), t('As known to the channel')),
      kind('Referral Click ID', t('The click that led here'), t('The click id of an advertisement')),
      kind('Referral Source ID', t('The advertisement that led here'), t('Its id')),
    ],
  ],
]

/** Kind of a block's options; the first one by default. */
export function kindOf({ type = 'Custom', isCode = false }: { type?: string; isCode?: boolean }): Kind {
  const all = kinds.flatMap(([, list]) => list)
  return all.find((it) => it.type === type && (type !== 'Custom' || (it.isCode ?? false) === isCode)) ?? all[0]!
}
