import fc from 'fast-check'
import { expect, test } from 'vitest'
import { botUpdateSchema, type Flow, importBot, sanitizeSettings, sanitizeVariables, withUniqueIds } from '../index.js'
import { type RandomFlow, randomFlow, runsOf } from '../testing/random-flow.js'

const exported = (bot: object) => JSON.parse(JSON.stringify({ version: '6', name: 'A', ...bot }))

const imported = (file: unknown) => {
  const outcome = importBot(file, { newId: () => 'new', credentialsIds: 'any' })
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.issues))
  return outcome
}

/** A flow as it is stored: parsed by the schemas once, with distinct ids, like every incoming flow. */
const stored = (random: RandomFlow) => {
  const { theme, settings = {}, ...parsed } = botUpdateSchema.parse(random)
  const { flow } = withUniqueIds(parsed as Flow)
  return { ...flow, variables: sanitizeVariables(flow.groups, flow.variables), theme, settings }
}

test('a flow comes back from a file as it was, but for public sharing and active messaging', () => {
  fc.assert(
    fc.property(randomFlow(), (flow) => {
      const before = exported(stored(flow))
      const { bot } = imported(before)
      const { groups, events, edges, variables, theme, settings } = exported(bot)
      expect({ groups, events, edges, variables, theme }).toEqual({
        groups: before.groups,
        events: before.events,
        edges: before.edges,
        variables: before.variables,
        theme: before.theme,
      })
      expect(settings).toEqual(
        exported({ settings: sanitizeSettings(before.settings, 'import', 'UNLIMITED') }).settings,
      )
      const again = imported(exported(bot))
      expect(again.bot).toEqual(bot)
    }),
    runsOf(200, process.env),
  )
})

test('the import of an exported flow reports only sharing, messaging and unknown fields', () => {
  fc.assert(
    fc.property(randomFlow(), (flow) => {
      const paths = imported(exported(stored(flow))).warnings.map((warning) => `${warning.path}: ${warning.message}`)
      const expected = /^bot\.settings\.(publicShare|messaging)|unknown (type|action|options)/
      expect(paths.filter((path) => !expected.test(path))).toEqual([])
    }),
    runsOf(100, process.env),
  )
})
