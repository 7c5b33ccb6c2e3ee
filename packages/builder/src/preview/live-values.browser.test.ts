import { expect, it } from 'vitest'
import { openSignedIn } from '../testing/browser.js'
import { group, words } from '../testing/flow-parts.js'
import { answer, chatOf } from '../testing/previewing.js'
import { visiting } from '../testing/visiting.js'

const tests = visiting()

it('waits for the values of a preview without rendering forms again and again', async () => {
  const asks = (id: string, variableId: string) => ({ id, type: 'text input', options: { variableId } })
  const set = { id: 'set', type: 'Set variable', options: { variableId: 'v2', expressionToEvaluate: '{{Name}}' } }
  const botId = await tests.service.make({
    name: 'Asking twice',
    variables: [
      { id: 'v1', name: 'Name' },
      { id: 'v2', name: 'Greeting' },
    ],
    events: [{ id: 'start', type: 'start', outgoingEdgeId: 'e1', graphCoordinates: { x: 0, y: 0 } }],
    edges: [{ id: 'e1', from: { eventId: 'start' }, to: { groupId: 'One' } }],
    groups: [
      group('One', [words('b0', 'Who?'), asks('b1', 'v1'), set, words('b2', 'And now?'), asks('b3', 'v2')], { x: 300 }),
    ],
  })
  const page = await openSignedIn(tests.browser, tests.service, `/bots/${botId}`)
  await page.goto(`${tests.service.url}/bots/${botId}#/One/set`)
  await page.locator('.side-body[data-form="set"]').waitFor()
  await page.getByRole('button', { name: 'Preview', exact: true }).click()
  await chatOf(page).getByText('Who?').waitFor()
  let held: (() => Promise<void>) | undefined
  await answer(page, 'Ada')
  await chatOf(page).getByText('And now?').waitFor()
  await page.isCalm()
  await page.route('**/preview/sessions/*', (route) => {
    held = () => route.continue()
  })
  await answer(page, 'Good morning')
  await expect.poll(() => held).toBeDefined()
  await page.evaluate(async () => {
    for (let frame = 0; frame < 60; frame += 1) await new Promise(requestAnimationFrame)
  })
  expect(page.problems).toEqual([])
})
