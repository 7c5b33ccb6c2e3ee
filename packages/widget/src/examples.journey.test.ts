import { describe, expect, test } from 'vitest'
import { byBrokenNetwork, byKeyboard, byTouch, complete, withoutScripts } from './testing/complete.js'
import { type ExampleName, exampleSteps } from './testing/example-flows.js'
import { visiting } from './testing/visit.js'

const tests = visiting()

describe.each(Object.keys(exampleSteps) as ExampleName[])('%s', (name) => {
  test('is completed by keys, by taps on a phone, with the network gone twice, without scripts; each time the same is stored', async () => {
    const byKeys = await complete(tests, name, byKeyboard)
    expect(byKeys.isCompleted).toBe(true)
    expect(byKeys.answers.map(([block]) => block)).toEqual(exampleSteps[name].map(({ block }) => block))
    expect(await complete(tests, name, byTouch)).toEqual(byKeys)
    expect(await complete(tests, name, byBrokenNetwork(1, 4))).toEqual(byKeys)
    expect(await complete(tests, name, withoutScripts)).toEqual(byKeys)
  })
})
