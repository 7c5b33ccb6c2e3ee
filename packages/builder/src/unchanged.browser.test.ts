import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { randomFlow } from '@colloquy/flow/testing'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { templates } from './templates/templates.js'
import { openPage } from './testing/browser.js'
import { whatChanges } from './testing/stays-the-same.js'
import { visiting } from './testing/visiting.js'

const tests = visiting()

const folder = fileURLToPath(new URL('../../../examples', import.meta.url))
const examples = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .map((name) => JSON.parse(readFileSync(`${folder}/${name}`, 'utf8')) as object)
const asFile = (bot: object) => ({
  version: '6',
  icon: null,
  variables: [],
  edges: [],
  theme: {},
  settings: {},
  ...bot,
})

/** The server rejects texts with characters that databases cannot store. */
const isStorable = (flow: object) => !/\\u0000|\\ud[89a-f]/i.test(JSON.stringify(flow))

it('opens examples, templates and generated flows, and saving them changes nothing', async () => {
  const generated = fc.sample(randomFlow().filter(isStorable), { numRuns: 3, seed: 20_261_121 })
  const flows = [
    ...examples,
    ...templates.slice(0, 2).map(({ bot }) => asFile(bot)),
    ...generated.map((flow, index) => asFile({ ...flow, name: `Generated ${index}` })),
  ]
  const page = await openPage(tests.browser)
  for (const [index, flow] of flows.entries())
    expect(await whatChanges(tests.service, page, flow), `flow ${index}`).toEqual([])
  await page.leave()
})
