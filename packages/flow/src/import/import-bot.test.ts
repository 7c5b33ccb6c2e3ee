import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { toTypebotNames } from '../conversions/typebot-names.js'
import { botUpdateSchema, defaultPublicId, emptyBot, importBot } from '../index.js'

let count = 0
const newId = () => {
  count += 1
  return `new${count}`
}
const read = (bot: unknown) => importBot(bot, { newId })
const at = { x: 0, y: 0 }
const shell = { name: 'A', edges: [], variables: [], theme: {}, settings: {} }
const start = [{ id: 's', type: 'start', graphCoordinates: at }]
const withBlocks = (...blocks: unknown[]) => ({
  ...shell,
  version: '6',
  events: start,
  groups: [{ id: 'g', title: '', graphCoordinates: at, blocks }],
})
const old = (version: string | undefined, ...blocks: unknown[]) => ({
  ...shell,
  version,
  groups: [
    {
      id: 'g0',
      title: 'Start',
      graphCoordinates: at,
      blocks: [{ id: 'b0', type: 'start', label: '', outgoingEdgeId: 'e' }],
    },
    { id: 'g1', title: '', graphCoordinates: at, blocks },
  ],
  edges: [{ id: 'e', from: { blockId: 'b0' }, to: { groupId: 'g1' } }],
})
const taken = (bot: unknown) => {
  const outcome = read(bot)
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.issues))
  return outcome
}
const firstIssue = (bot: unknown) => {
  const outcome = read(bot)
  return outcome.ok ? undefined : outcome.issues[0]
}

describe('corpus', () => {
  const folder = fileURLToPath(new URL('../../../../shared/corpus/flows/', import.meta.url))
  if (!existsSync(folder)) it.skip('passed over: ../shared/corpus is missing', () => {})
  else
    for (const file of readdirSync(folder).filter((name) => name.endsWith('.json')))
      it(file, () => {
        const { bot } = taken(JSON.parse(readFileSync(folder + file, 'utf8')))
        const update = botUpdateSchema.safeParse(bot)
        expect(update.error?.issues).toBeUndefined()
        expect(update.data?.groups).toEqual(bot.groups)
      })
})

describe('conversions', () => {
  it('turns a start group into an event', () => {
    const { bot } = taken(old('5', { id: 'b', type: 'Typebot link', options: { typebotId: 'x' } }))
    expect(bot.events).toEqual([{ id: 'g0', type: 'start', graphCoordinates: at, outgoingEdgeId: 'e' }])
    expect(bot.edges[0]?.from).toEqual({ eventId: 'g0' })
    expect(bot.groups[0]?.blocks[0]).toEqual({ id: 'b', type: 'Bot link', options: { botId: 'x', mergeResults: true } })
  })
  it('warns of the request that version 3 loses, at its place in the file', () => {
    const { warnings } = taken(old(undefined, { id: 'b', type: 'Webhook', webhookId: 'w' }))
    expect(warnings.map((warning) => warning.path)).toContain('bot.groups.1.blocks.0.options.webhook')
  })
  it('writes the theme of 6.1', () => {
    const { bot } = taken({ ...withBlocks(), version: '6.1', theme: { chat: { roundness: 'large' } } })
    expect(bot.theme.chat?.hostBubbles?.border).toEqual({ thickness: 1, roundeness: 'large' })
    expect(bot.theme.general?.background).toEqual({ type: 'Color', content: '#F8F8F8' })
  })
})

describe('foreign names', () => {
  const pathsOf = (bot: unknown) => taken(bot).warnings.map(({ path }) => path)
  const link = { id: 'b', type: 'Typebot link', options: { typebotId: 'x' } }

  it('are translated wherever they stand, without a warning', () => {
    const settings = {
      whatsApp: { isEnabled: false },
      metadata: { googleTagManagerId: 'GTM' },
      general: { systemMessages: { whatsAppPictureChoiceSelectLabel: 'Pick' } },
    }
    const merging = { ...link, options: { ...link.options, mergeResults: true } }
    const bot = { ...old('5', merging), settings, whatsAppCredentialsId: 'c', selectedThemeTemplateId: 'typebot-dark' }
    const outcome = taken(bot)
    expect(outcome.bot.settings).toEqual({
      messaging: { isEnabled: false },
      metadata: { tagManagerId: 'GTM' },
      general: { systemMessages: { messagingPictureChoiceSelectLabel: 'Pick' } },
    })
    expect(outcome.bot.selectedThemeTemplateId).toBe('bot-dark')
    expect(outcome.bot.groups[0]?.blocks[0]).toEqual({
      ...merging,
      type: 'Bot link',
      options: { botId: 'x', mergeResults: true },
    })
    expect(outcome.warnings).toEqual([])
  })
  it('give way to fields of Colloquy, which is reported too', () => {
    const { bot, warnings } = taken(withBlocks({ ...link, options: { typebotId: 'x', botId: 'y' } }))
    expect(bot.groups[0]?.blocks[0]).toMatchObject({ options: { botId: 'y' } })
    expect(warnings).toContainEqual({
      path: 'bot.groups.0.blocks.0.options.typebotId',
      message: 'Left out, as "botId" is given too and counts.',
    })
  })
  it('are none in a file of ours', () => {
    expect(pathsOf(withBlocks({ id: 'b', type: 'Bot link', options: { botId: 'x' } }))).toEqual([])
  })
})

describe('keys that carry nothing', () => {
  it('are omitted without a warning, and others with one', () => {
    const choice = { id: 'b', type: 'choice input', groupId: 'g', items: [{ id: 'i', blockId: 'b', type: 0, odd: 1 }] }
    const edges = [{ id: 'e', from: { groupId: 'g', blockId: 'b' }, to: { groupId: 'g' } }]
    const { bot, warnings } = taken({ ...withBlocks(choice), edges })
    expect(bot.groups[0]?.blocks[0]).toEqual({ id: 'b', type: 'choice input', items: [{ id: 'i' }] })
    expect(bot.edges).toEqual([{ id: 'e', from: { blockId: 'b' }, to: { groupId: 'g' } }])
    expect(warnings.map(({ path }) => path)).toEqual(['bot.groups.0.blocks.0.items.0.odd'])
  })
})

describe('a reference cell of a sheet', () => {
  const sheet = (options: object) => ({ id: 'b', type: 'Google Sheets', options })
  const referenceCell = { column: 'E-mail', value: '{{E-mail}}' }

  it.each(['Get data from sheet', 'Update a row'])('becomes a filter of "%s"', (action) => {
    const { bot, warnings } = taken(old('5', sheet({ action, referenceCell })))
    expect(bot.groups[0]?.blocks[0]).toEqual(
      sheet({
        action,
        filter: {
          comparisons: [
            {
              id: expect.stringMatching(/^new/),
              column: 'E-mail',
              comparisonOperator: 'Equal to',
              value: '{{E-mail}}',
            },
          ],
        },
      }),
    )
    expect(warnings).toContainEqual({
      path: 'bot.groups.1.blocks.0.options.referenceCell',
      message: 'Turned into a filter.',
    })
  })
  it('gives way to a filter, and is reported as omitted', () => {
    const filter = { comparisons: [] }
    const { bot, warnings } = taken(old('5', sheet({ action: 'Update a row', filter, referenceCell })))
    expect(bot.groups[0]?.blocks[0]).toEqual(sheet({ action: 'Update a row', filter }))
    expect(warnings.map(({ path }) => path)).toContain('bot.groups.1.blocks.0.options.referenceCell')
  })
})

describe('nulls in lists', () => {
  it('are omitted where nothing can be made of them, and reported at their places', () => {
    const mail = { id: 'a', type: 'Email', options: { recipients: [null, 'a@b.co', null], cc: ['c@d.co'] } }
    const { bot, warnings } = taken(withBlocks(mail))
    expect(bot.groups[0]?.blocks[0]).toMatchObject({ options: { recipients: ['a@b.co'], cc: ['c@d.co'] } })
    const paths = warnings.map(({ path }) => path)
    expect(paths).toContain('bot.groups.0.blocks.0.options.recipients.0')
    expect(paths).toContain('bot.groups.0.blocks.0.options.recipients.2')
  })
  it('are not nodes of rich text', () => {
    const richText = [null, { type: 'p', children: [{ text: 'Hi' }, null] }]
    const { bot, warnings } = taken(withBlocks({ id: 'a', type: 'text', content: { richText } }))
    expect(bot.groups[0]?.blocks[0]).toMatchObject({
      content: { richText: [{ type: 'p', children: [{ text: 'Hi' }] }] },
    })
    expect(warnings.map(({ path }) => path)).toEqual([
      'bot.groups.0.blocks.0.content.richText.0',
      'bot.groups.0.blocks.0.content.richText.1.children.1',
    ])
  })
  it('stay in the value of a variable, where they mean an empty element', () => {
    const { bot, warnings } = taken({ ...withBlocks(), variables: [{ id: 'v', name: 'V', value: ['a', null] }] })
    expect(bot.variables[0]?.value).toEqual(['a', null])
    expect(warnings).toEqual([])
  })
})

describe('blocks', () => {
  it('keeps what it does not know', () => {
    const blocks = [
      { id: 'a', type: 'novel', options: { x: null } },
      { id: 'b', type: 'openai', options: { action: 'Dream', y: 1 } },
    ]
    const { bot, warnings } = taken(withBlocks(...blocks))
    expect(bot.groups[0]?.blocks).toEqual(blocks)
    expect(warnings).toHaveLength(2)
  })
  it('coerces numbers and drops nulls and unknown keys with a warning', () => {
    const options = { min: '300px', max: 'abc', step: '{{S}}', locale: null, odd: 1 }
    const { bot, warnings } = taken(withBlocks({ id: 'a', type: 'number input', options }))
    expect(bot.groups[0]?.blocks[0]).toEqual({ id: 'a', type: 'number input', options: { min: 300, step: '{{S}}' } })
    expect(warnings.length).toBe(4)
  })
  it('removes foreign credentials', () => {
    const { bot } = taken(withBlocks({ id: 'a', type: 'Email', options: { credentialsId: 'x' } }))
    expect(bot.groups[0]?.blocks[0]).toMatchObject({ options: { credentialsId: 'default' } })
  })
})

describe('invalid imports', () => {
  const deep = JSON.parse(`${'['.repeat(80)}${']'.repeat(80)}`)
  it.each([
    [{ ...withBlocks(), version: 6 }, 'bot.version'],
    [{ ...withBlocks(), version: '7' }, 'bot.version'],
    [{ ...withBlocks(), theme: deep }, 'bot'],
    [{ ...withBlocks(), events: [] }, 'bot.events'],
    [{ ...old('5'), groups: [] }, 'bot.groups'],
    [{ ...withBlocks(), settings: 'none' }, 'bot.settings'],
    [withBlocks({ id: 'a', type: 'Set variable', options: { type: 'No' } }), 'bot.groups.0.blocks.0.options.type'],
    [withBlocks({ id: 'a', type: 'Condition' }), 'bot.groups.0.blocks.0.items'],
  ])('%#', (bot, path) => {
    const issue = firstIssue(bot)
    expect(issue?.path).toBe(path)
    expect(issue?.message).toMatch(/\.$/)
  })
})

describe('incomplete files', () => {
  it.each(['theme', 'settings', 'variables', 'edges'])('get an empty %s', (key) => {
    for (const value of [undefined, null]) {
      const { bot, warnings } = taken({ ...withBlocks(), [key]: value })
      expect(bot[key as 'theme']).toEqual(['theme', 'settings'].includes(key) ? {} : [])
      expect(warnings).toEqual([{ path: `bot.${key}`, message: 'This was missing and is empty now.' }])
    }
  })
  it('get ids, titles, positions and the exits of their edges', () => {
    const { bot, warnings } = taken({
      events: [{ type: 'start' }],
      groups: [
        { id: 'a', blocks: [{ type: 'Wait' }, { type: 'choice input', items: [{ content: 'Yes' }] }] },
        { id: 'b', title: 'B', graphCoordinates: { x: 1, y: null } },
      ],
      edges: [{ from: { blockId: 'c' }, to: { groupId: 'b' } }],
      variables: [{ name: 'Name' }],
    })
    expect(bot.name).toBe('My bot')
    expect(bot.groups).toMatchObject([
      { title: 'Group #1', graphCoordinates: { x: 300, y: 0 }, blocks: [{}, { items: [{ content: 'Yes' }] }] },
      { title: 'B', graphCoordinates: { x: 700, y: 0 }, blocks: [] },
    ])
    for (const list of [bot.events, bot.groups[0]?.blocks, bot.edges, bot.variables])
      for (const { id } of list ?? []) expect(id).toMatch(/^new\d+$/)
    expect(warnings.map(({ path }) => path)).toEqual([
      'bot.theme',
      'bot.settings',
      'bot.groups.0.graphCoordinates',
      'bot.groups.0.title',
      'bot.groups.0.blocks.0.id',
      'bot.groups.0.blocks.1.id',
      'bot.groups.0.blocks.1.items.0.id',
      'bot.groups.1.graphCoordinates',
      'bot.groups.1.blocks',
      'bot.events.0.id',
      'bot.events.0.graphCoordinates',
      'bot.variables.0.id',
      'bot.edges.0.id',
    ])
  })
  it('connect the start of an edge without an id', () => {
    const edges = [
      { from: { eventId: 's' }, to: { groupId: 'g' } },
      { from: { blockId: 'a', itemId: 'i' }, to: { groupId: 'g' } },
    ]
    const block = { id: 'a', type: 'choice input', items: [{ id: 'i', content: 'Yes' }] }
    const { bot } = taken({ ...withBlocks(block), edges })
    expect(bot.events[0]).toMatchObject({ outgoingEdgeId: bot.edges[0]?.id })
    expect(bot.groups[0]?.blocks[0]).toMatchObject({ items: [{ outgoingEdgeId: bot.edges[1]?.id }] })
  })
  it('report all their faults at once', () => {
    const outcome = read({ ...withBlocks({ id: 'a', type: 'Condition' }), edges: 'none', theme: [], variables: [{}] })
    expect(outcome.ok ? [] : outcome.issues.map(({ path }) => path)).toEqual([
      'bot.edges',
      'bot.theme',
      'bot.groups.0.blocks.0.items',
      'bot.variables.0.name',
    ])
  })
})

it('makes public ids and empty bots', () => {
  expect(defaultPublicId('Mÿ bot!', 'abcdefghij')).toBe('my-bot-defghij')
  expect(botUpdateSchema.safeParse(emptyBot(newId)).success).toBe(true)
  expect(botUpdateSchema.safeParse({ publicId: 'a--b' }).success).toBe(false)
})

it('An import reads a text of 200,000 nodes, with and without an empty one', () => {
  const nodes = Array.from({ length: 200_000 }, () => ({ text: 'a' }) as unknown)
  for (const children of [nodes, [null, ...nodes]]) {
    const outcome = read(withBlocks({ id: 'b', type: 'text', content: { richText: [{ type: 'p', children }] } }))
    expect(outcome.ok).toBe(true)
  }
})

it('files for readers of the original format have no examples of answers', () => {
  const options = { webhook: { url: 'https://example.com' }, responseExamples: [{ id: 'e', name: 'One', body: '{}' }] }
  const bot = { groups: [{ blocks: [{ id: 'b', type: 'Webhook', options }] }] }
  toTypebotNames(bot)
  expect(options).toEqual({ webhook: { url: 'https://example.com' } })
})

it('files for readers of the original format have no captions and transcripts', () => {
  const video = { url: 'https://a.example/v.mp4', captionsUrl: 'https://a.example/v.vtt', captionsLanguage: 'en' }
  const audio = { url: 'https://a.example/a.mp3', transcript: 'Hello' }
  const blocks = [
    { id: 'v', type: 'video', content: video },
    { id: 'a', type: 'audio', content: audio },
  ]
  toTypebotNames({ groups: [{ blocks }] })
  expect([video, audio]).toEqual([{ url: 'https://a.example/v.mp4' }, { url: 'https://a.example/a.mp3' }])
})
