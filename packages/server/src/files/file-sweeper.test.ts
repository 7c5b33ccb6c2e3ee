import { fakeS3 } from '@colloquy/test-kit/fake-s3'
import { expect, test, vi } from 'vitest'
import { get, idOf, png, visitor } from '../testing/file-bot.js'
import { testService } from '../testing/test-service.js'

test('a file that cannot be removed yet cannot be read any more, and is removed later', async () => {
  const s3 = await fakeS3()
  const service = await testService({
    S3_ENDPOINT: s3.endpoint,
    S3_BUCKET: s3.bucket,
    S3_REGION: s3.region,
    S3_ACCESS_KEY_ID: s3.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
  })
  const [one, other] = [await visitor(service), await visitor(service)]
  const { fileUrl } = await one.upload(png())
  const id = idOf(fileUrl)
  s3.setAway(true)
  expect((await get(service, fileUrl)).statusCode).toBe(503)
  const before = s3.turnedAway()
  await service.call('DELETE', `/api/v1/bots/${one.botId}`)
  expect((await get(service, fileUrl)).statusCode).toBe(404)
  await vi.waitFor(() => expect(s3.turnedAway()).toBeGreaterThan(before), patiently)
  expect((await service.storage.uploads.find(id))?.state).toBe('removed')
  s3.setAway(false)
  await service.call('DELETE', `/api/v1/bots/${other.botId}`)
  await vi.waitFor(async () => expect(await service.storage.uploads.find(id)).toBeUndefined(), patiently)
  expect(s3.objects.size).toBe(0)
  await service.close()
  await s3.close()
})

test('files of a deleted workspace go with it', async () => {
  const service = await testService()
  const someone = await visitor(service)
  const { fileUrl } = await someone.upload(png())
  const id = idOf(fileUrl)
  await service.call('DELETE', `/api/v1/workspaces/${service.workspaceId}`)
  expect((await get(service, fileUrl)).statusCode).toBe(404)
  await vi.waitFor(async () => expect(await service.storage.uploads.find(id)).toBeUndefined(), patiently)
  await service.close()
})

const patiently = { timeout: 10_000 }
