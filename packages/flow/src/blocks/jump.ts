import { reference } from '../fields/fields.js'
import { defineBlock } from './define.js'

export const jump = defineBlock({
  type: 'Jump',
  section: 'logic',
  label: 'Jump',
  icon: 'corner-down-right',
  description: 'Continue at another place',
  keywords: 'goto, go to, loop, jump to group',
  changesNothing: true,
  computes: true,
  options: {
    groupId: reference('group', { label: 'Group', shows: 'all' }),
    blockId: reference('block', { label: 'Block', shows: 'all' }),
  },
  needs: { 'options.groupId': 'Choose the group to go to' },
  ways: ({ options: { groupId, blockId } = {} }) =>
    groupId ? { jump: { groupId, blockId }, isLeft: true, marksReturn: true } : {},
  summary: ({ options }, { groupTitle }) =>
    options?.groupId === undefined ? '' : `to ${groupTitle(options.groupId) ?? 'a missing group'}`,
})
