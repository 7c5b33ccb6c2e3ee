import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { channels } from './registry.js'
import { isOffered, type NotApplicable, type Part } from './testing/channel-wire.js'
import { applies } from './testing/conformance/cases.js'
import { pureCases } from './testing/conformance/index.js'
import { wires } from './testing/wires/index.js'

describe.each(channels.map((channel) => [channel.label, channel] as const))('%s', (_, channel) => {
  const on = { channel, wire: wires[channel.type] }

  for (const { name, run } of pureCases.filter((one) => applies(one, on))) {
    test(name, () => run(on))
  }
})

test('No two cases of the conformance suite have the same name', () => {
  const names = pureCases.map(({ name }) => name)
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
})

/** The parts that not every app has, as the table in the docs names them. */
const partNames: Readonly<Record<Part, string>> = {
  signedBody: 'signed bodies',
  signedTime: 'signed times',
  batch: 'several messages in one call',
  sentAt: 'times of messages',
  otherAccount: 'calls about other accounts',
  button: 'pressed buttons',
  file: 'files',
  sticker: 'stickers',
  caption: 'texts below files',
  fileName: 'names of files',
  echo: 'messages of the owner from elsewhere',
  handover: 'other apps that take a conversation',
  standby: 'copies from other apps',
  numberChange: 'other numbers of a contact',
  idChange: 'other ids of a contact',
  delivered: 'reports of deliveries',
  undelivered: 'reports of failures',
  optOut: 'reports of opt-outs',
  windowClosed: 'closed windows',
  optedOut: 'responses about opt-outs',
  retryAfter: 'times to wait',
}

test('docs/messaging.md says which parts each channel does not have, and why', () => {
  const rows = channels.map(({ type, label }) => {
    const byReason = new Map<string, string[]>()
    for (const [part, name] of Object.entries(partNames)) {
      const offered: unknown = wires[type][part as Part]
      if (isOffered(offered)) continue
      const { reason } = offered as NotApplicable
      byReason.set(reason, [...(byReason.get(reason) ?? []), name])
    }
    return `| ${label} | ${[...byReason].map(([reason, names]) => `${names.join(', ')}: ${reason}`).join('; ')} |`
  })
  const docs = readFileSync(new URL('../../../docs/messaging.md', import.meta.url), 'utf8')
  const section = docs.split('\n## ').find((text) => text.startsWith('Conformance\n'))
  const table = ['| | Does not have |', '|---|---|', ...rows].join('\n')
  expect(
    section
      ?.split('\n')
      .filter((line) => line.startsWith('|'))
      .join('\n'),
  ).toBe(table)
})
