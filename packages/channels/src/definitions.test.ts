import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'
import { accountTypeOf } from './channel-list.js'
import type { ChannelDefinition } from './define.js'
import { channels } from './registry.js'

const packages = new URL('../../', import.meta.url).pathname
const docs = new URL('../../../docs/messaging.md', import.meta.url).pathname

describe.each(channels.map((channel) => [channel.type, channel] as const))('The channel %s', (type, channel) => {
  test('has a folder with its name, and a test that measures how its reader grows', () => {
    expect(existsSync(join(packages, 'channels/src', type, 'read-growth.alone.test.ts'))).toBe(true)
  })

  test.each(channel.accounts.map((account) => [account.label, account] as const))(
    'can be connected with an account of %s: its secrets, address and set-up are there',
    (_, { fields, signedWith, address, setup, provider, isDefault }) => {
      expect(fields[signedWith]?.kind).toBe('secret')
      expect(channel.addresses[address]?.default).toMatch(/^https:/)
      if (!channel.connect) expect(setup.map(({ copy }) => copy)).toContain('webhook URL')
      expect(provider !== undefined || channel.accounts.length === 1 || isDefault).toBe(true)
    },
  )

  test('verifies no call when the credentials have no secret, and reads no payload that is not its own', () => {
    const cryptography = { hmac: () => '', isEqual: () => true }
    for (const { provider, fields, signedWith } of channel.accounts) {
      const filled = Object.keys(fields).map((name) => [name, name === signedWith ? '' : 'x'])
      const data = { ...Object.fromEntries(filled), ...(provider && { provider }) }
      expect(channel.verify({ headers: {}, body: new Uint8Array(), receivedAt: 0 }, data, cryptography)).toBe(false)
      for (const payload of [null, 7, 'text', [], {}]) expect(channel.read(payload, data)).toHaveProperty('problem')
    }
  })

  test('has limits in which a word and its ellipsis fit', () => {
    const { text, buttons } = channel.capabilities
    const limits = [text, ...(buttons ? [buttons.title, buttons.text] : [])]
    expect(limits.filter(({ max }) => max < 16)).toEqual([])
  })

  test('returns the longest id of a block that flows may have from its buttons', () => {
    const { max } = channel.capabilities.buttons?.id ?? { max: 64 }
    expect(max).toBeGreaterThanOrEqual(64)
  })

  test('is named by no source outside of its folder', () => {
    const asks = new RegExp(`(?:[=!]==? |case |type: )'${type}'`)
    const named = sources().flatMap((file) =>
      readFileSync(file, 'utf8')
        .split('\n')
        .flatMap((line, index) => (asks.test(line) ? `${relative(packages, file)}:${index + 1}` : [])),
    )
    expect(named.filter((location) => !location.startsWith(`channels/src/${type}/`))).toEqual([])
  })
})

test('No two channels share a type or a type of credentials, and no two settings a name', () => {
  const names = channels.flatMap((channel) => [
    `type ${channel.type}`,
    `credentials ${accountTypeOf(channel)}`,
    ...Object.values(channel.addresses).map(({ setting }) => setting),
    ...Object.keys({ ...channel.preview?.required, ...channel.preview?.optional }),
  ])
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
})

test('docs/messaging.md has the capabilities of every channel', () => {
  const table = [
    '| | Text | Buttons | Files | Formatting | Reply within | Who writes first |',
    '|---|---|---|---|---|---|---|',
    ...channels.map(rowOf),
  ].join('\n')
  const rows = readFileSync(docs, 'utf8')
    .split('\n## ')
    .find((section) => section.startsWith('Channels\n'))
  expect(
    rows
      ?.split('\n')
      .filter((line) => line.startsWith('|'))
      .join('\n'),
  ).toBe(table)
})

function rowOf({ label, capabilities }: ChannelDefinition): string {
  const { text, buttons, media, formatting, replyWindowHours, personReplyWindowHours, opensWith } = capabilities
  const files = Object.entries(media).map(([kind, { maxBytes }]) => `${kind} ${Math.round(maxBytes / 1_048_576)} MB`)
  const ofPeople = personReplyWindowHours === undefined ? '' : `; people ${personReplyWindowHours} h`
  const cells = [
    label,
    `${text.max.toLocaleString('en')} ${text.unit}`,
    buttons ? `${buttons.max}, ${buttons.title.max} ${buttons.title.unit}` : 'none',
    files.join(', ') || 'links',
    formatting ? 'yes' : 'no',
    replyWindowHours === undefined ? 'any time' : `${replyWindowHours} h${ofPeople}`,
    opensWith,
  ]
  return `| ${cells.join(' | ')} |`
}

function sources(): string[] {
  return readdirSync(packages).flatMap((name) => {
    const folder = join(packages, name, 'src')
    if (!existsSync(folder)) return []
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|(^|\/)testing\//.test(file))
      .map((file) => join(folder, file))
  })
}
