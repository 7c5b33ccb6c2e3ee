import { flag, reference } from '../fields/fields.js'
import { defineBlock } from './define.js'

export const botLink = defineBlock({
  type: 'Bot link',
  section: 'logic',
  label: 'Go to bot',
  icon: 'workflow',
  description: 'Continue in another bot',
  keywords: 'link, subflow, go to bot, flow, reuse',
  computes: true,
  options: {
    botId: reference('bot', { label: 'Bot', shows: 'all' }),
    groupId: reference('group', { label: 'Group', shows: 'all' }),
    mergeResults: flag({ label: 'Keep one result for both bots', default: false }),
  },
  needs: { 'options.botId': 'Choose the bot to run' },
  // Another bot may ask something.
  waits: ({ options }) => options?.botId !== undefined && options.botId !== 'current',
  ways({ options: { botId, groupId } = {} }) {
    if (botId !== 'current') return {}
    return { mayEnd: true, ...(groupId !== '' && { jump: { groupId } }) }
  },
  linkedBot: ({ options }) => ({ botId: options?.botId, mergesResults: options?.mergeResults }),
})
