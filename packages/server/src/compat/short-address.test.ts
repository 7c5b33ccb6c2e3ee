import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CompatService, compatService } from '../testing/compat-service.js'
import { askingBot } from '../testing/test-service.js'

let service: CompatService
let reads: string[] = []
beforeAll(async () => {
  service = await compatService(
    {},
    {
      wrap: (storage) => ({
        ...storage,
        bots: {
          ...storage.bots,
          findByPublicId(publicId) {
            reads.push(publicId)
            return storage.bots.findByPublicId(publicId)
          },
        },
      }),
    },
  )
})
afterAll(() => service.close())

test('a short address redirects to the hosted page of a published bot, with its query', async () => {
  const botId = await service.publish(askingBot('short'))
  const redirected = await service.send('GET', '/short?Name=Ada&x=%2F')
  expect(redirected).toMatchObject({ status: 302, headers: { location: '/c/short?Name=Ada&x=%2F' } })
  expect((await service.send('GET', '/short')).headers.location).toBe('/c/short')
  const notFound = { status: 404, body: { code: 'not_found' } }
  expect(await service.send('GET', '/unknown')).toMatchObject(notFound)
  await service.call('POST', `/api/v1/bots/${botId}/unpublish`)
  expect(await service.send('GET', '/short')).toMatchObject(notFound)
})

test('paths of pages, assets and operations never name a bot, and read none', async () => {
  const names = ['account', 'api', 'bots', 'builder', 'c', 'healthz', 'preview', 'widget', 'workspaces']
  for (const name of names) await service.publish(askingBot(name))
  reads = []
  for (const name of [...names, 'widget.js', 'favicon.ico', 'builder/x.js', 'bots/x', ''])
    expect((await service.send('GET', `/${name}`)).status, name).not.toBe(302)
  expect(reads).toEqual([])
  await service.send('GET', '/another')
  expect(reads).toEqual(['another'])
})
