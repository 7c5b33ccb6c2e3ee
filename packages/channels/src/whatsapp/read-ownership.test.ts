import { describe, expect, test } from 'vitest'
import { read } from './read.js'

const account = { systemUserAccessToken: 't', phoneNumberId: '77' }
const readField = (field: string, value: object) => read({ entry: [{ changes: [{ field, value }] }] }, account)
const metadata = { display_phone_number: '155', phone_number_id: '77' }
const at = 1_700_000_000_000
const timestamp = '1700000000'
const text = (body: string) => ({ type: 'text', text: { body } })

describe('WhatsApp reports', () => {
  test('what the owner writes on the phone, with the contact that it is for', () => {
    const message_echoes = [
      { from: '155', to: '49', id: 'wamid.1', timestamp, ...text('I am here') },
      { from: '155', to_user_id: 'DE.1', id: 'wamid.2', timestamp, type: 'image', image: { id: 'm', caption: 'Look' } },
      { from: '155', to: '49', id: 'wamid.3', timestamp, type: 'reaction', reaction: { emoji: '👍' } },
      { from: '155', id: 'wamid.4', timestamp, ...text('to nobody') },
    ]
    expect(readField('smb_message_echoes', { metadata, message_echoes })).toEqual([
      { kind: 'echo', contact: { number: '49' }, id: 'wamid.1', at, text: 'I am here' },
      { kind: 'echo', contact: { userId: 'DE.1' }, id: 'wamid.2', at, text: 'Look', media: 'image' },
    ])
  })

  test.each([
    ['control_taken', 'taken'],
    ['control_passed', 'passed'],
  ])('%s: the conversation is %s, whatever the roles are called', (type, kind) => {
    const parties = { recipient: { phone_number_id: '77' }, sender: { phone_number: '+49' }, timestamp }
    for (const roles of [{ previous_owner_app_role: 'partner' }, { previous_owner_role: 'a', new_owner_role: 'b' }]) {
      const events = readField('messaging_handovers', { type, ...parties, ...roles })
      expect(events).toEqual([{ kind, contact: { number: '49' }, at }])
    }
  })

  test('nothing to an account whose number a handover is not for', () => {
    const value = { type: 'control_taken', recipient: { phone_number_id: '78' }, sender: { phone_number: '49' } }
    expect(readField('messaging_handovers', value)).toEqual([])
  })

  test('copies of a conversation that another app has, of both sides, and never as messages to a bot', () => {
    const standby = {
      messages: [{ from: '49', id: 'wamid.5', timestamp, ...text('Hello?') }],
      message_echoes: [{ from: '155', to: '49', id: 'wamid.6', timestamp, ...text('Yes') }],
      statuses: [{ status: 'failed', recipient_id: '49' }],
    }
    const messages = [{ from: '49', id: 'wamid.7', timestamp, ...text('not nested') }]
    expect(readField('standby', { metadata, standby, messages })).toEqual([
      { kind: 'standby', by: 'contact', contact: { number: '49' }, id: 'wamid.5', at, text: 'Hello?' },
      { kind: 'standby', by: 'app', contact: { number: '49' }, id: 'wamid.6', at, text: 'Yes' },
    ])
  })

  test.each(['smb_message_echoes', 'standby'])('nothing in the field %s whose content is of another shape', (field) => {
    for (const value of [{}, { standby: 7, message_echoes: 'text' }, { message_echoes: [null, 7, {}] }])
      expect(readField(field, value)).toEqual([])
  })
})
