import { fakeS3 } from '@colloquy/test-kit/fake-s3'
import { catchMail } from '@colloquy/test-kit/mail-catcher'
import { expect, test } from 'vitest'
import { readConfig } from '../config/config.js'
import { examineNeighbours } from './examine-neighbours.js'

const examine = async (env: Record<string, string>) =>
  (await examineNeighbours(readConfig(env))).map(({ state, what, found }) => `${state} ${what}: ${found}`)

test('nothing is said where nothing is set', async () => {
  expect(await examine({})).toEqual([])
})

test('an object storage is written, read and left as it was; wrong keys and buckets and one that is away are named', async () => {
  const s3 = await fakeS3()
  const env = {
    S3_ENDPOINT: s3.endpoint,
    S3_BUCKET: s3.bucket,
    S3_REGION: s3.region,
    S3_ACCESS_KEY_ID: s3.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
  }
  expect(await examine(env)).toEqual([
    expect.stringMatching(/^ok object storage: files at .* gives and removes files$/),
  ])
  expect(s3.objects.size).toBe(0)
  const wrongKey = await examine({ ...env, S3_SECRET_ACCESS_KEY: 'wrong' })
  expect(wrongKey).toEqual([expect.stringContaining('S3 answered 403 (SignatureDoesNotMatch)')])
  const wrongBucket = await examine({ ...env, S3_BUCKET: 'other' })
  expect(wrongBucket).toEqual([expect.stringContaining('S3 answered 404 (NoSuchBucket)')])
  await s3.close()
  expect(await examine(env)).toEqual([expect.stringMatching(/^error object storage: .*ECONNREFUSED/)])
})

test('a mail server is greeted and sent nothing; a wrong password is reported without the password', async () => {
  const server = await catchMail('right')
  const env = (password: string) => ({
    SMTP_URL: `smtp://mira:${password}@127.0.0.1:${server.port}`,
    MAIL_FROM: 'a@b.example',
  })
  expect(await examine(env('right'))).toEqual([`ok mail server: 127.0.0.1:${server.port} lets us in`])
  const wrong = await examine(env('wrong-7fQ2nXw9'))
  expect(wrong).toEqual([expect.stringContaining('did not accept the user name and password')])
  expect(wrong.join()).not.toContain('wrong-7fQ2nXw9')
  expect(server.caught).toEqual([])
  await server.close()
})
