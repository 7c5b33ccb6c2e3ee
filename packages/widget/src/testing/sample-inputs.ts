import { picturesHost } from '@colloquy/test-kit/pictures'
import { asks } from './flow-of.js'

/** Address of an image. */
export const picture = (name: string) => `http://${picturesHost}/${name}.svg`

const item = (id: string, content: string) => ({ id, content })

/** One example of each input, by the name of its screenshot. */
export const sampleInputs = {
  text: asks('text input'),
  'text-long': asks('text input', {
    isLong: true,
    labels: { placeholder: 'Tell us more…' },
    attachments: { isEnabled: true },
    audioClip: { isEnabled: true },
  }),
  number: asks('number input', {
    style: 'currency',
    currency: 'EUR',
    min: 1,
    max: 500,
    labels: { placeholder: 'Your budget' },
  }),
  email: asks('email input'),
  url: asks('url input'),
  phone: asks('phone number input', { defaultCountryCode: 'FR' }),
  date: asks('date input'),
  'date-range': asks('date input', { isRange: true }),
  time: asks('time input'),
  buttons: asks('choice input', {}, [item('a', 'A new website'), item('b', 'A web shop'), item('c', 'Just looking')]),
  'buttons-multiple': asks('choice input', { isMultipleChoice: true, isSearchable: true }, [
    item('a', 'Design'),
    item('b', 'Development'),
    item('c', 'Hosting and care'),
    item('d', 'Search engines'),
  ]),
  pictures: asks('picture choice input', { isMultipleChoice: true }, [
    { id: 'a', title: 'Mountains', description: 'Quiet and high up', pictureSrc: picture('mountains') },
    { id: 'b', title: 'Sea', description: 'Waves and wind', pictureSrc: picture('sea') },
    { id: 'c', title: 'Forest', pictureSrc: picture('forest') },
  ]),
  'rating-numbers': asks('rating input', { labels: { left: 'Not likely', right: 'Very likely' } }),
  'rating-icons': asks('rating input', { buttonType: 'Icons', length: 5 }),
  file: asks('file input', { isMultipleAllowed: true, isRequired: false }),
  cards: {
    ...asks('cards', {}, [
      {
        id: 'one',
        title: 'Starter',
        description: 'For a first try',
        imageUrl: picture('sea'),
        paths: [{ id: 'p1', text: 'Choose' }],
      },
      {
        id: 'two',
        title: 'Studio',
        description: 'For a small team',
        imageUrl: picture('forest'),
        paths: [
          { id: 'p2', text: 'Choose' },
          { id: 'p3', text: 'Ask us' },
        ],
      },
      {
        id: 'three',
        title: 'House',
        description: 'For everybody',
        imageUrl: picture('mountains'),
        paths: [{ id: 'p4', text: 'Choose' }],
      },
    ]),
  },
  payment: asks('payment input', { amount: '20', currency: 'EUR', labels: { button: 'Pay' } }),
} as const
