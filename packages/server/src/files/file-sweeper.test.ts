import { join } from 'node:path'
import { fakeS3 } from '@colloquy/test-kit/fake-s3'
import { expect, test, vi } from 'vitest'
import { filesIn, get, idOf, png, visitor } from '../testing/file-bot.js'
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
  const waiting = async () => (await service.storage.uploads.listRemoved(Date.now(), 10)).map(({ id }) => id)
  const [one, other] = [await visitor(service), await visitor(service)]
  const { fileUrl } = await one.upload(png())
  const id = idOf(fileUrl)
  s3.setAway(true)
  expect((await get(service, fileUrl)).statusCode).toBe(503)
  const before = s3.turnedAway()
  await service.call('DELETE', `/api/v1/bots/${one.botId}`)
  expect((await get(service, fileUrl)).statusCode).toBe(404)
  await vi.waitFor(() => expect(s3.turnedAway()).toBeGreaterThan(before), patiently)
  expect(await waiting()).toEqual([id])
  expect(s3.objects.size).toBe(1)
  s3.setAway(false)
  await other.upload(png())
  await service.call('DELETE', `/api/v1/bots/${other.botId}`)
  await vi.waitFor(() => expect(s3.objects.size).toBe(0), patiently)
  await vi.waitFor(async () => expect(await waiting()).toEqual([]), patiently)
  await service.close()
  await s3.close()
})

test('files of a deleted workspace go with it', async () => {
  const service = await testService()
  const someone = await visitor(service)
  const { fileUrl } = await someone.upload(png())
  const stored = () => filesIn(join(service.folder, 'uploads')).filter((path) => path.endsWith(idOf(fileUrl)))
  expect(stored()).toHaveLength(1)
  await service.call('DELETE', `/api/v1/workspaces/${service.workspaceId}`)
  expect((await get(service, fileUrl)).statusCode).toBe(404)
  await vi.waitFor(() => expect(stored()).toEqual([]), patiently)
  await service.close()
})

const patiently = { timeout: 10_000 }
