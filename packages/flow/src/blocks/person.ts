import { personExitKinds } from '../exits.js'
import { choice, hiddenText, reference, shownText } from '../fields/fields.js'
import { defineBlock } from './define.js'

export const person = defineBlock({
  type: 'person',
  section: 'logic',
  label: 'Talk to a person',
  icon: 'headset',
  description: 'Let a person answer in place of the bot',
  keywords: 'human, agent, hand over, handoff, takeover, support, live chat, inbox, operator, colleague, team',
  asksForPerson: true,
  exits: personExitKinds,
  options: {
    message: shownText({
      label: 'Message while waiting',
      help: 'Said to the visitor as the conversation goes to the inbox.',
      isLong: true,
    }),
    note: hiddenText({
      label: 'Note for the person',
      help: 'Shown to the person above the conversation. The visitor does not see it.',
      isLong: true,
    }),
    teamId: reference('team', {
      label: 'Team',
      help: 'Its people answer, in its hours. Without one, anybody may.',
      shows: 'nothing',
    }),
    locale: shownText({
      label: 'Locale',
      help: 'Language in which the time is written at which people are back, such as "de" or "en-GB".',
      isAdvanced: true,
    }),
    testExit: choice(['returned', ...personExitKinds], {
      label: 'In previews and tests',
      help: 'Nobody is asked there: the flow continues as if this had happened.',
      labels: {
        returned: { label: 'The person returns it to the bot' },
        'gave-up': { label: 'Nobody answers' },
        resolved: { label: 'The person resolves it' },
        'outside-hours': { label: 'It is outside business hours' },
        'nobody-available': { label: 'Nobody is available' },
      },
      default: 'returned',
    }),
  },
  create: () => ({ options: { message: 'One moment, please: a person will answer you here.' } }),
  waits: () => true,
  summary: ({ options }) => options?.message ?? '',
})
