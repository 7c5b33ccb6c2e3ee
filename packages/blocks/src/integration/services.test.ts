import type { ServiceOutcome } from '@colloquy/flow/integrations'
import { describe, expect, test } from 'vitest'
import { talkWith } from '../testing/talk-with-service.js'

const ok = (body: unknown, status = 200): ServiceOutcome => ({ answer: 'response', status, text: JSON.stringify(body) })
const credentialsId = 'c'
const iso = '2026-01-15T12:00:00.000Z'
const uuid = expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
const pair = (key: string, value: string) => ({ key, value })

/** The calls of one block: their method, path, query and JSON. */
function callsOf(type: string, options: object, outcomes: ServiceOutcome[] = []) {
  const { asked, ...rest } = talkWith(type, { credentialsId, ...options }, outcomes)
  const calls = asked.map(({ call }) => (call.kind === 'http' ? call : undefined)!)
  return { calls, asked, ...rest }
}

test('ElevenLabs stores the recording and saves its address', () => {
  const action = 'Convert text to speech'
  const options = { action, text: 'Hello {{Other}}', voiceId: 'v1', saveUrlInVariableId: 'vOut' }
  const { talk, asked } = callsOf('elevenlabs', options, [{ answer: 'file', url: 'https://a.example/speech.mp3' }])
  expect(asked).toMatchObject([
    {
      service: 'elevenlabs',
      credentialsId,
      call: {
        method: 'POST',
        path: ['v1', 'text-to-speech', 'v1'],
        headers: { Accept: 'audio/mpeg' },
        json: { text: 'Hello expanded twice' },
      },
      file: { name: 'speech.mp3', type: 'audio/mpeg' },
    },
  ])
  expect(talk.said).toEqual(['https://a.example/speech.mp3'])
})

test('a call in a preview is made for real, and the log says so', () => {
  const options = { credentialsId, action: 'Track', eventName: 'e', userId: 'u' }
  expect(talkWith('segment', options, [ok({})], { mode: 'preview' }).logs).toEqual([
    expect.stringContaining('for real'),
  ])
})

test('an action whose service has ended leaves a log that says so, and the flow continues', () => {
  const { talk, asked, logs } = talkWith('openai', {
    credentialsId,
    action: 'Ask Assistant',
    assistantId: 'a',
    message: 'Hi',
  })
  expect({ said: talk.said, asked }).toEqual({ said: ['before'], asked: [] })
  expect(logs).toEqual([expect.stringContaining('the service behind "Ask Assistant" has ended')])
})

test('the older OpenAI block speaks like its successor', () => {
  const options = {
    task: 'Create speech',
    model: 'tts-1',
    input: 'Hello {{Other}}',
    voice: 'nova',
    saveUrlInVariableId: 'vOut',
  }
  const { talk, asked } = callsOf('OpenAI', options, [{ answer: 'file', url: 'https://a.example/speech.mp3' }])
  const json = { model: 'tts-1', input: 'Hello expanded twice', voice: 'nova' }
  expect(asked).toMatchObject([{ service: 'openai', credentialsId, call: { path: ['audio', 'speech'], json } }])
  expect(talk.said).toEqual(['https://a.example/speech.mp3'])
  expect(callsOf('OpenAI', { ...options, voice: undefined })).toMatchObject({
    asked: [],
    logs: [expect.stringContaining('Voice')],
  })
})

describe('ChatNode', () => {
  const options = { action: 'Send Message', botId: 'b1', message: 'Hi', threadId: '{{Nothing}}' }
  const answered = ok({ message: 'Hello', chat_session_id: 's1' })

  test('sends no empty thread, and saves the answer', () => {
    const responseMapping = [{ variableId: 'vOut' }, { item: 'Thread ID', variableId: 'vOther' }]
    const { calls, talk } = callsOf('chat-node', { ...options, responseMapping }, [answered])
    expect(calls).toMatchObject([{ path: ['v1', 'b1'], json: { message: 'Hi', chat_session_id: undefined } }])
    expect(talk.said).toEqual(['Hello'])
    expect(talk.session.frames[0]?.variables).toMatchObject({ vOther: 's1' })
  })

  test('continues a thread', () => {
    const { calls } = callsOf('chat-node', { ...options, threadId: 's0' }, [answered])
    expect(calls[0]?.json).toEqual({ message: 'Hi', chat_session_id: 's0' })
  })
})

describe('QR code', () => {
  test('is rendered from the text and saved as a file', () => {
    const options = { action: 'Generate a QR Code', data: 'https://a.example', saveUrlInVariableId: 'vOut' }
    const { asked, talk } = callsOf('qr-code', options, [{ answer: 'file', url: 'https://a.example/qr.png' }])
    expect(asked[0]).toMatchObject({ call: { kind: 'draw', picture: 'qr code', text: 'https://a.example' } })
    expect(talk.said).toEqual(['https://a.example/qr.png'])
  })
})

describe('Segment', () => {
  const common = { messageId: uuid, timestamp: iso, context: { library: { name: 'colloquy' } } }

  test.each([
    [
      { action: 'Alias', userId: 'new', previousId: 'old' },
      { type: 'alias', userId: 'new', previousId: 'old' },
    ],
    [
      {
        action: 'Identify User',
        userId: 'u',
        email: 'a@b.co',
        traits: [pair('email', 'x'), pair('plan', 'pro'), pair('', 'y')],
      },
      { type: 'identify', userId: 'u', traits: { email: 'a@b.co', plan: 'pro' } },
    ],
    [
      { action: 'Page', name: 'Home', userId: 'u' },
      { type: 'page', name: 'Home', category: '', userId: 'u', properties: {} },
    ],
    [
      { action: 'Track', eventName: 'Bought', userId: 'u', properties: [pair('sum', '5')] },
      { type: 'track', event: 'Bought', userId: 'u', properties: { sum: '5' } },
    ],
  ])('%j is one event', (options, event) => {
    const { calls, logs } = callsOf('segment', options, [ok({ success: true })])
    expect(calls).toMatchObject([{ method: 'POST', path: ['v1', 'batch'] }])
    expect(calls[0]?.json).toEqual({ batch: [{ ...event, ...common }], sentAt: iso })
    expect(logs).toEqual([])
  })
})

describe('PostHog', () => {
  const sent = (options: object) => {
    const { calls } = callsOf('posthog', options, [ok({ status: 1 })])
    expect(calls).toMatchObject([{ path: ['batch'], endsWithSlash: true }])
    return (calls[0]!.json as unknown as { batch: object[] }).batch[0]
  }

  test('captures an event with person properties and groups, without own properties', () => {
    const options = {
      action: 'Capture',
      distinctId: 'd',
      event: 'Bought',
      personProperties: [pair('plan', 'pro')],
      groups: [{ type: 'company', key: 'acme' }],
    }
    expect(sent(options)).toEqual({
      event: 'Bought',
      distinct_id: 'd',
      properties: { $set: { plan: 'pro' }, $groups: { company: 'acme' }, $lib: 'colloquy' },
      timestamp: iso,
      uuid,
      type: 'capture',
    })
  })

  test('captures an anonymous event without an id', () => {
    expect(sent({ action: 'Capture', isAnonymous: true, event: 'Seen' })).toMatchObject({
      distinct_id: uuid,
      properties: { $process_person_profile: false },
    })
  })

  test('identifies a group', () => {
    const options = {
      action: 'Identify Group',
      distinctId: 'd',
      groupType: 't',
      groupKey: 'k',
      properties: [pair('a', 'b')],
    }
    expect(sent(options)).toMatchObject({
      event: '$groupidentify',
      properties: { $group_type: 't', $group_key: 'k', $group_set: { a: 'b' } },
    })
  })
})

describe('NocoDB', () => {
  const search = { action: 'Search Records', tableId: 't1' }
  const responseMapping = [{ fieldName: 'Name', variableId: 'vOut' }]
  const page = (list: object[], totalRows = list.length) => ok({ list, pageInfo: { totalRows } })
  const where = (comparison: object) =>
    callsOf('nocodb', { ...search, filter: { comparisons: [{ input: 'Name', ...comparison }] } }).calls[0]?.query?.where

  test.each([
    [{ value: 'Ada' }, '(Name,eq,Ada)'],
    [{ operator: 'Not equal', value: 'Ada' }, '(Name,ne,Ada)'],
    [{ operator: 'Contains', value: 'd' }, '(Name,like,%d%)'],
    [{ operator: 'Greater than', value: '5' }, '(Name,gt,5)'],
    [{ operator: 'Less than', value: '5' }, '(Name,lt,5)'],
    [{ operator: 'Is set' }, '(Name,isnot,null)'],
    [{ operator: 'Is empty', value: 'left over' }, '(Name,is,null)'],
    [{ operator: 'Starts with', value: 'A' }, '(Name,like,A%)'],
    [{ operator: 'Ends with', value: 'a' }, '(Name,like,%a)'],
    [{ value: ')~or(Id,gt,0' }, '(Name,eq,")~or(Id,gt,0")'],
    [{ value: 'say "x\\"' }, '(Name,eq,"say \\"x\\\\\\"")'],
  ])('writes %j as %s', (comparison, expected) => {
    expect(where(comparison)).toBe(expected)
  })

  test.each(['(', ')', ',', '~', ' x', 'x '])('quotes the value %j', (value) => {
    expect(where({ value })).toBe(`(Name,eq,"${value}")`)
  })

  test('quotes the name of a field with a comma', () => {
    expect(where({ input: 'Last, first', value: 'Ada' })).toBe('("Last, first",eq,Ada)')
  })

  test('searches nothing for a value with a control character', () => {
    expect(where({ value: 'a\0b' })).toBeUndefined()
  })

  test('saves a value of one record, and a list of several, a null among them', () => {
    expect(callsOf('nocodb', { ...search, responseMapping }, [page([{ Name: 'Ada' }])]).talk.said).toEqual(['Ada'])
    const several = page([{ Name: null }, { Name: 'Ada' }])
    const { talk, logs } = callsOf('nocodb', { ...search, responseMapping }, [several])
    expect(talk.session.frames[0]?.variables.vOut).toEqual([null, 'Ada'])
    expect(logs).toEqual([])
  })

  test('keeps variables when nothing is found or no record has the field', () => {
    expect(callsOf('nocodb', { ...search, responseMapping }, [page([])]).talk.said).toEqual(['before'])
    const { talk, logs } = callsOf('nocodb', { ...search, responseMapping }, [page([{ Id: 1 }])])
    expect(talk.said).toEqual(['before'])
    expect(logs.join()).toContain('"Name"')
  })

  test('looks up the last of many records by its offset', () => {
    const options = { ...search, returnType: 'Last', responseMapping }
    const { calls, talk } = callsOf('nocodb', options, [
      page([{ Name: 'First' }], 2_500),
      page([{ Name: 'Last' }], 2_500),
    ])
    expect(calls.map(({ query }) => query)).toMatchObject([{ limit: 1 }, { limit: 1, offset: 2_499 }])
    expect(talk.said).toEqual(['Last'])
  })

  const meta = ok({ columns: [{ id: 'c1', title: 'Tags', uidt: 'LinkToAnotherRecord' }] })

  test('creates a record, then its links', () => {
    const fields = [pair('Name', 'Ada'), pair('Tags', '[3, 4]'), pair('Empty', '{{Nothing}}')]
    const { calls } = callsOf('nocodb', { action: 'Create Record', tableId: 't1', fields }, [
      meta,
      ok({ Id: 7 }),
      ok({}),
    ])
    expect(calls).toMatchObject([
      { method: 'GET', path: ['api', 'v2', 'meta', 'tables', 't1'] },
      { method: 'POST', path: ['api', 'v2', 'tables', 't1', 'records'], json: { Name: 'Ada' } },
      { path: ['api', 'v2', 'tables', 't1', 'links', 'c1', 'records', '7'], json: [{ Id: 3 }, { Id: 4 }] },
    ])
    expect(calls[1]?.json).toEqual({ Name: 'Ada' })
  })

  const update = {
    action: 'Update Existing Record',
    tableId: 't1',
    filter: { comparisons: [{ input: 'Name', value: 'Ada' }] },
    updates: [{ fieldName: 'Name', value: 'Eve' }, { fieldName: 'Note' }],
  }

  test('updates every match in pages of 100, with null for an empty value', () => {
    const records = Array.from({ length: 150 }, (_, index) => ({ Id: index + 1 }))
    const { calls } = callsOf('nocodb', update, [page(records), ok([]), ok([])])
    expect(calls.map(({ method }) => method)).toEqual(['GET', 'PATCH', 'PATCH'])
    expect(calls.slice(1).map(({ json }) => (json as unknown[]).length)).toEqual([100, 50])
    expect((calls[1]!.json as unknown[])[0]).toEqual({ Id: 1, Name: 'Eve', Note: null })
  })

  test('updates nothing without a filter or a match', () => {
    expect(callsOf('nocodb', { ...update, filter: { comparisons: [] } }).calls).toEqual([])
    expect(callsOf('nocodb', update, [page([])]).calls).toHaveLength(1)
  })
})

describe('Dify', () => {
  const options = {
    action: 'Query Knowledge Base',
    datasetId: 'd/1',
    query: 'Why?',
    responseMapping: [{ variableId: 'vOut' }],
  }

  test.each([[['one']], [['one', 'two']], [[]]])('saves the chunks %j as a list', (chunks) => {
    const records = chunks.map((content) => ({ segment: { content }, score: 0.5 }))
    const { calls, talk } = callsOf('dify-ai', options, [ok({ records })])
    expect(calls).toMatchObject([
      { path: ['v1', 'datasets', 'd/1', 'retrieve'], key: 'knowledgeApiKey', json: { query: 'Why?' } },
    ])
    expect(talk.session.frames[0]?.variables.vOut).toEqual(chunks)
  })
})

describe('Blink', () => {
  test.each([
    [{ type: 'User ID', userId: 'u1' }, { userId: 'u1' }],
    [{ type: 'Employee ID', employeeId: 'e1' }, { employeeId: 'e1' }],
  ])('finds people by %j', (filter, query) => {
    const responseMapping = [{ item: 'Emails', variableId: 'vOut' }]
    const { calls, talk } = callsOf('blink', { action: 'Get Users', filter, responseMapping }, [
      ok({ data: [{ email: 'a@b.co' }] }),
    ])
    expect(calls).toMatchObject([{ method: 'GET', path: ['user'], query }])
    expect(talk.said).toEqual(['a@b.co'])
  })

  test.each([
    [
      { type: 'Header', title: 'T', iconUrl: 'i' },
      { type: 'header', title: 'T', icon_url: 'i' },
    ],
    [
      { type: 'Text', value: '*T*' },
      { type: 'text', value: '*T*', is_markdown: true },
    ],
    [
      { type: 'Labelled Text', label: 'L', value: 'T', iconUrl: 'i' },
      { type: 'labelled_text', label: 'L', value: 'T', icon_url: 'i', is_markdown: true },
    ],
    [
      { type: 'Image', imageUrl: 'u', fitImage: true, width: '10', height: 5 },
      { type: 'image', image_url: 'u', fit_image: true, width: 10, height: 5 },
    ],
    [
      { type: 'Image gallery', imageUrls: ['{{Other}}'] },
      { type: 'gallery', data: [{ type: 'gallery_image', image_url: 'expanded twice' }] },
    ],
    [
      { type: 'YouTube', link: 'https://youtu.be/dQw4w9WgXcQ' },
      { type: 'youtube', video_id: 'dQw4w9WgXcQ' },
    ],
    [
      { type: 'Link', url: 'u', title: 'T', description: 'D', imageUrl: 'i', imagePlacement: 'left' },
      { type: 'link', url: 'u', title: 'T', subtitle: 'D', image_url: 'i', image_placement: 'left' },
    ],
    [
      {
        type: 'Buttons',
        buttons: [
          { label: 'Go', clientAction: { url: 'https://ä.example' }, iconUrl: 'i' },
          { label: 'Look', clientAction: { type: 'Open Webview', url: 'u' } },
          { label: 'No address' },
        ],
      },
      {
        type: 'buttons',
        data: [
          { label: 'Go', client_action: 'blink:link?url=aHR0cHM6Ly/DpC5leGFtcGxl&action=open', icon_url: 'i' },
          { label: 'Look', client_action: 'blink:webview?url=dQ==&action=open' },
        ],
      },
    ],
    [
      { type: 'Event', title: 'T', description: 'D', start: 's', end: 'e', allDay: false },
      { type: 'event', title: 'T', start: 's', end: 'e', subtitle: 'D', all_day: false },
    ],
    [
      { type: 'Horizontal Bar Chart', total: 10, data: [{ name: 'a', value: 5, label: 'five' }] },
      { type: 'horizontal_bar_chart', total_raw_value: 10, data: [{ name: 'a', raw_value: 5, display_value: 'five' }] },
    ],
  ])('writes the section %j', (section, written) => {
    const options = {
      action: 'Send Feed Event',
      userIds: ['u1'],
      sections: [section],
      responseMapping: [{ variableId: 'vOut' }],
    }
    const { calls, talk } = callsOf('blink', options, [ok({ data: { event_id: 'ev1' } })])
    expect(calls).toMatchObject([{ path: ['feed', 'events'], json: { user_ids: ['u1'] } }])
    expect(JSON.parse(JSON.stringify(calls[0]?.json)).body.sections).toEqual([written])
    expect(talk.said).toEqual(['ev1'])
  })

  test('sends who may see it, what announces it, and what people may do with it', () => {
    const options = {
      action: 'Send Feed Event',
      categoryId: 'c1',
      ribbonColor: '#3366ff',
      userIds: ['u1'],
      groupIds: ['g1'],
      pushNotification: { title: 'New', text: 'Read it' },
      allowComments: true,
      allowReactions: false,
      sections: [{ type: 'Text', value: 'T' }],
    }
    const { calls } = callsOf('blink', options, [ok({})])
    expect(calls[0]?.json).toEqual({
      body: { ribbon_color: '#3366ff', sections: [{ type: 'text', value: 'T', is_markdown: true }] },
      category: 'c1',
      user_ids: ['u1'],
      group_ids: ['g1'],
      notification_title: 'New',
      notification_text: 'Read it',
      allow_comments: true,
      allow_reactions: false,
    })
  })

  test('describes an attachment by its headers, and leaves out one that cannot be described', () => {
    const sections = [
      { type: 'Attachment', url: 'https://a.example/x' },
      { type: 'Attachment', url: 'https://a.example/y' },
      { type: 'Text', value: 'T' },
    ]
    const found: ServiceOutcome = { answer: 'found', file: { name: 'x.pdf', type: 'application/pdf', size: 5 } }
    const { asked, logs } = callsOf('blink', { action: 'Send Feed Event', groupIds: ['g'], sections }, [
      found,
      { answer: 'found', file: {} },
      ok({}),
    ])
    const json = (asked[2]!.call as { json?: unknown }).json
    expect(json).toMatchObject({
      body: { sections: [{ type: 'attachment', file_name: 'x.pdf', file_ext: 'pdf', file_size: 5 }, { type: 'text' }] },
    })
    expect(logs).toHaveLength(1)
  })

  test.each([
    ['Emails', 'email'],
    ['Company Names', 'company_name'],
    ['First Names', 'first_name'],
    ['Second Names', 'second_name'],
    ['Display Names', 'display_name'],
    ['Initials', 'initials'],
    ['Job Titles', 'job_title'],
    ['Profile Photo IDs', 'profile_photo_id'],
    ['Timezones', 'timezone'],
    ['Manager IDs', 'manager_id'],
    ['Department Names', 'department_name'],
    ['Account Statuses', 'account_status'],
    ['User IDs', 'id'],
    ['Employee IDs', 'employee_id'],
  ])('saves %s of one person as a value, and of several as a list', (item, key) => {
    const filter = { type: 'User ID', userId: 'u1' }
    const saved = (...data: object[]) => {
      const responseMapping = [{ item, variableId: 'vOut' }]
      const { talk } = callsOf('blink', { action: 'Get Users', filter, responseMapping }, [ok({ data })])
      return talk.session.frames[0]?.variables.vOut
    }
    expect(saved({ [key]: 'one' })).toBe('one')
    expect(saved({ [key]: 'one' }, { [key]: 'two' })).toEqual(['one', 'two'])
    expect(saved()).toBeUndefined()
  })

  test('looks for nobody without a filter, and leaves a log', () => {
    const { calls, logs } = callsOf('blink', { action: 'Get Users', responseMapping: [{ variableId: 'vOut' }] })
    expect(calls).toEqual([])
    expect(logs).toHaveLength(1)
  })

  test('leaves out a video whose link names none, with a log', () => {
    const sections = [
      { type: 'YouTube', link: 'https://a.example/no-video' },
      { type: 'Text', value: 'T' },
    ]
    const { calls, logs } = callsOf('blink', { action: 'Send Feed Event', userIds: ['u'], sections }, [ok({})])
    expect(calls[0]?.json).toMatchObject({ body: { sections: [{ type: 'text' }] } })
    expect(logs).toHaveLength(1)
  })

  test('sends nothing without people or sections', () => {
    const sections = [{ type: 'Text', value: 'T' }]
    expect(callsOf('blink', { action: 'Send Feed Event', sections }).asked).toEqual([])
    expect(callsOf('blink', { action: 'Send Feed Event', userIds: ['u'], sections: [] }).asked).toEqual([])
  })
})

describe('page scripts', () => {
  const zendesk = { action: 'Open Web Widget', webWidgetKey: 'k&1', userId: 'u', email: 'a@b.co' }

  test('Zendesk signs the visitor in, and opens an anonymous window where that fails', () => {
    const signed = talkWith('zendesk', { credentialsId, ...zendesk }, [{ answer: 'signed', token: 'jwt' }])
    const claims = { scope: 'user', external_id: 'u', email: 'a@b.co', email_verified: 'true' }
    expect(signed.asked).toMatchObject([{ call: { kind: 'sign', claims, seconds: 3_600 } }])
    const argsOf = ({ talk }: typeof signed) =>
      (talk.last.clientSideActions[0] as { codeToExecute: { args: object } }).codeToExecute.args
    expect(argsOf(signed)).toEqual({ isAuthEnabled: 'true', token: 'jwt', key: 'k&1' })
    const failed = talkWith('zendesk', zendesk, [{ answer: 'refused', reason: 'no credentials' }])
    expect(argsOf(failed)).toMatchObject({ isAuthEnabled: 'false' })
    expect(failed.logs).toHaveLength(1)
    const anonymous = talkWith('zendesk', { ...zendesk, userId: undefined })
    expect({ asked: anonymous.asked, logs: anonymous.logs }).toEqual({ asked: [], logs: [] })
  })

  const hostile = '"); alert(1); //'
  const booking = { action: 'Book event', link: 'https://cal.com/ada/15min', saveBookedDateInVariableId: 'vOut' }

  test('Cal.com gets values as arguments only, and its reply is the booked date', () => {
    const anyPrefilledInformations = [{ questionId: 'q', value: '{{Name}}' }, { questionId: 'r' }]
    const { talk } = talkWith('cal-com', { ...booking, name: hostile, phone: '1', anyPrefilledInformations })
    const shown = talk.last.messages[0]
    expect(shown).toMatchObject({
      type: 'custom-embed',
      content: {
        url: 'https://cal.com/ada/15min',
        initFunction: {
          args: {
            baseUrl: 'https://app.cal.com',
            link: 'ada/15min',
            layout: 'month_view',
            name: hostile,
            email: null,
            otherPrefilledInformations: { q: 'Ada {{Other}} {{= 1 + 1 =}}' },
          },
        },
      },
    })
    const plain = talkWith('cal-com', booking).talk.last.messages[0]
    const codeOf = (message: typeof shown) =>
      (message!.content as { initFunction: { content: string } }).initFunction.content
    expect(codeOf(plain)).toBe(codeOf(shown))
    talk.user('2026-02-01T10:00:00.000Z')
    expect(talk.said).toEqual(['2026-02-01T10:00:00.000Z'])
  })

  test('Cal.com in a messaging app has a link, and the next message continues the flow without being stored', () => {
    const messaging = { contact: { name: 'Ada', phoneNumber: '4917' } }
    const { talk } = talkWith('cal-com', { ...booking, link: 'ada/15min' }, [], { messaging })
    expect(talk.last.messages).toMatchObject([{ type: 'custom-embed', content: { url: 'https://cal.com/ada/15min' } }])
    expect(talk.user('Thanks, done').said).toEqual(['before'])
    const own = { ...booking, link: 'ada/15min', baseUrl: 'https://meet.example/' }
    const ownLink = talkWith('cal-com', own, [], { messaging }).talk.last.messages
    expect(ownLink).toMatchObject([{ content: { url: 'https://meet.example/ada/15min' } }])
  })

  test('Cal.com without a link leaves a log, and the flow continues', () => {
    const { talk, logs } = talkWith('cal-com', { ...booking, link: undefined })
    expect(talk.said).toEqual(['before'])
    expect(logs).toEqual([expect.stringContaining('Event link')])
  })

  test('Blink opens a folder by a script', () => {
    const { talk } = talkWith('blink', { credentialsId, action: 'Redirect', url: 'https://a.example/x' })
    expect(talk.last.clientSideActions).toMatchObject([
      { type: 'codeToExecute', codeToExecute: { args: { url: 'https://a.example/x' } } },
    ])
  })
})
