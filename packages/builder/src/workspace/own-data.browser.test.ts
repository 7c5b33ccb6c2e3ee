import { expect, it } from 'vitest'
import { openSignedIn } from '../testing/browser.js'
import { group, words } from '../testing/flow-parts.js'
import { visiting } from '../testing/visiting.js'

const tests = visiting()

const asking = {
  name: 'Asking',
  events: [{ id: 'start', type: 'start', graphCoordinates: { x: 0, y: 0 }, outgoingEdgeId: 'e0' }],
  edges: [{ id: 'e0', from: { eventId: 'start' }, to: { groupId: 'First' } }],
  variables: [{ id: 'v1', name: 'Mail' }],
  groups: [
    group('First', [words('t1', 'Who?'), { id: 'a1', type: 'text input', options: { variableId: 'v1' } }], { x: 300 }),
  ],
}

it('deletes all results that hold an answer, once they were counted', async () => {
  const { call, make } = tests.service
  const botId = await make(asking)
  await call('POST', `bots/${botId}/publish`)
  const { publicId } = (await call('GET', `bots/${botId}`)).bot
  for (const message of ['ada@example.com', 'Ada@example.com', 'grace@example.com']) {
    const { sessionId } = await call('POST', `bots/${publicId}/startChat`, {})
    await call('POST', `sessions/${sessionId}/continueChat`, { message })
  }
  const page = await openSignedIn(tests.browser, tests.service, `/bots/${botId}/results`)
  await page.getByText('grace@example.com').first().waitFor()
  await page.getByRole('button', { name: 'Delete by answer…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete by answer' })
  await dialog.getByLabel('Answer').fill('nobody@example.com')
  await dialog.getByRole('button', { name: 'Find results' }).click()
  await dialog.getByText('No results contain this value.').waitFor()
  await dialog.getByLabel('Answer').fill('ada@example.com')
  await dialog.getByRole('button', { name: 'Find results' }).click()
  await dialog.getByRole('button', { name: 'Delete 2 results' }).click()
  await page.getByText('2 results deleted.').waitFor()
  await page.getByText('ada@example.com').first().waitFor({ state: 'detached' })
  await page.getByText('grace@example.com').first().waitFor()
  expect(page.problems).toEqual([])
  await page.leave()
})

it('writes and changes the note of a version in its history', async () => {
  const botId = await tests.service.make(asking)
  await tests.service.call('POST', `bots/${botId}/publish`)
  const page = await openSignedIn(tests.browser, tests.service, `/bots/${botId}/versions`)
  await page.locator('.release').nth(1).click()
  await page.getByRole('button', { name: 'Add note' }).click()
  await page.getByLabel('Note').fill('Asks for the address')
  await page.getByRole('button', { name: 'Save note' }).click()
  await page.locator('.release', { hasText: 'Asks for the address' }).waitFor()
  await page.getByRole('button', { name: 'Edit note' }).waitFor()
  const { releases } = await tests.service.call('GET', `bots/${botId}/releases`)
  expect(releases[0].note).toBe('Asks for the address')
  expect(page.problems).toEqual([])
  await page.leave()
})

it('shows the hosts that a secret may be sent to, and takes others with the secret', async () => {
  const { call, workspaceId } = tests.service
  const { credentialsId } = await call('POST', 'credentials', {
    workspaceId,
    credentials: {
      type: 'openai',
      name: 'Model',
      data: { apiKey: 'sk-first-0001' },
      allowedHosts: ['old.example.com'],
    },
  })
  const stored = async () =>
    (await call('GET', `credentials/${credentialsId}?workspaceId=${workspaceId}`)).credentials.allowedHosts
  const page = await openSignedIn(tests.browser, tests.service, `/workspaces/${workspaceId}/settings/credentials`)
  await page.getByRole('button', { name: 'Change Model' }).click()
  await page.getByRole('menuitem', { name: 'Rename or replace…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change “Model”' })
  await dialog.getByText('Allowed hosts', { exact: true }).click()
  const hosts = dialog.getByRole('textbox', { name: 'Allowed hosts' })
  await expect.poll(() => hosts.inputValue()).toContain('old.example.com')
  expect(await hosts.isEditable()).toBe(false)
  await dialog.locator('input[type="password"]').first().fill('sk-second-0002')
  const before = (await hosts.inputValue()).split('\n').filter((host) => host !== 'old.example.com')
  await hosts.fill([...before, 'gateway.example.com:8443'].join('\n'))
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(await stored()).toEqual([...before, 'gateway.example.com:8443'])
  expect(page.problems).toEqual([])
  await page.leave()
})
