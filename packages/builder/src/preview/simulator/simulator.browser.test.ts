import { channels } from '@colloquy/channels'
import { expect, it } from 'vitest'
import { findBarriers, openSignedIn } from '../../testing/browser.js'
import { choose } from '../../testing/choose.js'
import { group, words } from '../../testing/flow-parts.js'
import { visiting } from '../../testing/visiting.js'

const tests = visiting()

const flow = {
  name: 'Booking',
  events: [{ id: 'start', type: 'start', graphCoordinates: { x: 0, y: 0 }, outgoingEdgeId: 'e0' }],
  edges: [
    { id: 'e0', from: { eventId: 'start' }, to: { groupId: 'Day' } },
    { id: 'e1', from: { blockId: 'day' }, to: { groupId: 'Done' } },
  ],
  variables: [
    { id: 'v1', name: 'Day' },
    { id: 'v2', name: 'Who' },
  ],
  groups: [
    group(
      'Day',
      [
        { id: 'who', type: 'Set variable', options: { variableId: 'v2', type: 'Contact name' } },
        words('t1', 'Which day, {{Who}}?'),
        {
          id: 'day',
          type: 'choice input',
          outgoingEdgeId: 'e1',
          options: { variableId: 'v1' },
          items: ['Monday', 'Tuesday', 'Wednesday', 'A label that no button of this app can show'].map(
            (content, index) => ({ id: `i${index}`, content }),
          ),
        },
      ],
      { x: 300 },
    ),
    group('Done', [words('t2', 'You chose {{Day}}.'), { id: 'more', type: 'text input' }], { x: 700 }),
  ],
}

it('shows the draft as each channel does, with payloads, and talks as its contact', async () => {
  const page = await openSignedIn(tests.browser, tests.service, `/bots/${await tests.service.make(flow)}`)
  await page.getByRole('button', { name: 'Preview', exact: true }).click()
  const log = page.getByRole('log', { name: 'Messages' })
  for (const { label } of channels) {
    await choose(page.getByLabel('Show as', { exact: true }), label)
    await page.getByRole('region', { name: `Chat on ${label}` }).waitFor()
    await log.getByText('Which day, Ada?').waitFor()
    await log.getByRole('button', { name: 'Monday' }).waitFor()
  }

  await choose(page.getByLabel('Show as', { exact: true }), 'WhatsApp')
  await log.getByText('Does not fit: “A label that no button of this app can show”').waitFor()
  await log.getByText('Payload').first().click()
  await log.locator('pre').first().getByText('"recipient_type": "individual"').waitFor()
  await log.getByRole('button', { name: 'Copy the payload' }).first().click()
  const copied = JSON.parse(await page.evaluate(() => navigator.clipboard.readText()))
  expect(copied).toMatchObject({ type: 'interactive', interactive: { body: { text: 'Which day, Ada?' } } })
  expect(await findBarriers(page, undefined, '.side.preview')).toEqual([])

  await log.getByRole('button', { name: 'Tuesday' }).click()
  await log.getByText('You chose Tuesday.').waitFor()
  await page.locator('[data-block-id="more"][data-running="true"]').waitFor()
  await expect.poll(() => page.getByLabel('Value of Day').inputValue()).toBe('Tuesday')
  // Buttons of older messages can be pressed, too: here, the press answers the next question.
  await log.getByRole('button', { name: 'Monday' }).click()
  await expect.poll(() => log.locator('.sim-own').allInnerTexts()).toEqual(['Tuesday', 'Monday'])
  await page.getByText('End of the conversation').waitFor()
  expect(page.problems).toEqual([])
  await page.leave()
})

it('shows by keyboard what a closed window and a failing provider do, and begins again as another contact', async () => {
  const page = await openSignedIn(tests.browser, tests.service, `/bots/${await tests.service.make(flow)}`)
  await page.getByRole('button', { name: 'Preview', exact: true }).click()
  await choose(page.getByLabel('Show as', { exact: true }), 'Messenger')
  const log = page.getByRole('log', { name: 'Messages' })
  await log.getByText('Which day').waitFor()
  await page.getByText('Contact and conditions').click()
  await expect.poll(() => page.getByLabel('Number of the contact').count()).toBe(0)
  await page.getByLabel('Sending fails').press('Space')
  const field = page.getByRole('textbox', { name: 'Write as the contact' })
  await field.fill('Monday')
  await field.press('Enter')
  await log.getByText('Not sent: the app takes no messages.').waitFor()
  await page.getByLabel('Reply window closed').press('Space')
  await page.getByLabel('Name of the contact').fill('Grace')
  await page.getByLabel('Name of the contact').press('Enter')
  await log.getByText('Which day, Grace?').waitFor()
  await expect.poll(() => log.getByText('You chose').count()).toBe(0)
  expect(await findBarriers(page, undefined, '.side.preview')).toEqual([])
  await choose(page.getByLabel('Show as', { exact: true }), 'Web page')
  await page.frameLocator('iframe').getByText('Which day').first().waitFor()
  expect(page.problems).toEqual([])
  await page.leave()
})
