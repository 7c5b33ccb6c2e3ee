import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { channels } from '@colloquy/channels'
import { type SimulatedStep, simulateTurn } from '@colloquy/engine'
import { definitionOf, isNativeType, nativeTypes } from '@colloquy/flow/blocks'
import { integrations, integrationTypes, isIntegration } from '@colloquy/flow/integrations'
import { expect, test } from 'vitest'
import { bubble, Conversation } from './testing/conversation.js'
import { failedOutcome, nativeOutcome } from './testing/native-outcome.js'
import { pictureSamples } from './testing/picture-samples.js'

/**
 * Golden files: what every kind of block sends on every channel, and the picture of it beside the payload. `npx vitest run PATH --update` with the path
 * of this file writes them again: read the difference before you commit it.
 */

const folder = fileURLToPath(new URL('testing/pictures/', import.meta.url))
const silentFile = 'no-messages.json'
const kinds: readonly string[] = [...nativeTypes, ...integrationTypes]
const fileOf = (kind: string) => `${kind.toLowerCase().replace(/[^a-z]+/g, '-')}.json`
const inLines = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`

/** Samples of a native block; of an integration, each of its actions. */
function samplesOf(kind: string): Readonly<Record<string, object>> {
  if (isNativeType(kind)) return pictureSamples[kind]
  if (!isIntegration(kind)) return {}
  return Object.fromEntries(Object.keys(integrations[kind].actions).map((action) => [action, { options: { action } }]))
}

/** Steps of the first turn of a flow with this block, by channel. */
function stepsOf(kind: string, sample: object): Record<string, SimulatedStep[]> {
  const question = definitionOf(kind)?.section === 'input' ? [bubble('question', 'Which one?')] : []
  const blocks = [...question, { ...sample, id: 'block', type: kind }]
  return Object.fromEntries(
    channels.map((channel) => {
      const messaging = { channel: channel.type, contact: { name: 'Ada', phoneNumber: '4917' } }
      const talk = new Conversation(
        { groups: [{ id: 'g', blocks }], edges: { start: 'g' } },
        { mode: 'preview', messaging, outcomes: (effect) => nativeOutcome(effect) ?? failedOutcome(effect) },
      ).start()
      const settings = { typing: { enabled: false }, isFirst: true }
      return [channel.type, simulateTurn(talk.last, channel, 'id42', settings).steps]
    }),
  )
}

const shown = new Map(
  kinds.map((kind) => {
    const samples = Object.entries(samplesOf(kind)).map(([name, sample]) => [
      name,
      { sample, ...stepsOf(kind, sample) },
    ])
    return [kind, Object.fromEntries(samples) as Record<string, Record<string, object>>] as const
  }),
)
const isSilent = (kind: string) =>
  Object.values(shown.get(kind) ?? {}).every(({ sample: _, ...byChannel }) =>
    Object.values(byChannel).every((steps) => (steps as unknown[]).length === 0),
  )
const speaking = kinds.filter((kind) => !isSilent(kind))

test.each(kinds)('%s has samples', (kind) => {
  expect(Object.keys(samplesOf(kind))).not.toEqual([])
})

test.each(speaking)('%s sends what its golden file says, and its pictures are those of the payloads', async (kind) => {
  await expect(inLines(shown.get(kind))).toMatchFileSnapshot(`${folder}${fileOf(kind)}`)
})

test('The blocks without messages are those of the golden file', async () => {
  await expect(inLines(kinds.filter(isSilent))).toMatchFileSnapshot(`${folder}${silentFile}`)
})

// Snapshots are written after all tests: a kind without a file fails here.
test('Every kind of block that sends something has a golden file, and nothing else has one', () => {
  expect(readdirSync(folder).sort()).toEqual([silentFile, ...speaking.map(fileOf)].sort())
})

test('Every picture is complete, and shows the texts, files and buttons of its payload', () => {
  for (const [kind, samples] of shown) {
    for (const { sample: _, ...byChannel } of Object.values(samples)) {
      for (const step of Object.values(byChannel).flat() as SimulatedStep[]) {
        if (step.kind !== 'message') continue
        expect(step.picture.isPartial, kind).toBeUndefined()
        const words = [step.picture.text?.map(({ text }) => text).join('') ?? '', step.picture.media?.url ?? '']
        expect(words.join('')).not.toBe('')
        const payload = JSON.stringify(step.payload)
        const choices = [
          ...(step.picture.buttons?.of ?? []),
          ...(step.picture.list?.sections ?? []).flatMap(({ rows }) => rows),
        ]
        for (const { id, title } of choices) {
          expect(payload).toContain(JSON.stringify(id))
          expect(payload).toContain(JSON.stringify(title))
        }
      }
    }
  }
})
