import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openFolderFiles } from '@colloquy/ports/files'
import { describe, expect, test, vi } from 'vitest'
import { authorUpload, filesIn, get, idOf, png, put, visitor } from '../testing/file-bot.js'
import { testService } from '../testing/test-service.js'

const patiently = { timeout: 10_000 }

describe('uploads stay within the available storage', () => {
  test('a workspace has no more than its share, reservations counted', async () => {
    const small = await testService({ COLLOQUY_LIMITS: '{"workspaceFileBytes": 1000}' })
    const someone = await visitor(small)
    expect((await someone.ask({})).body).toMatchObject({ status: 413, code: 'storage_quota_reached' })
    const first = (await someone.ask({ fileSize: 600 })).body
    expect((await someone.ask({ fileSize: 600 })).status).toBe(413)
    await put(small, first.presignedUrl, 'x'.repeat(100))
    expect((await someone.ask({ fileSize: 600 })).status).toBe(200)
    const author = await authorUpload(small, someone.botId, 'x'.repeat(400), 'text/plain')
    expect(author.body.code).toBe('storage_quota_reached')
    const metrics = (await small.call('GET', '/metrics')).body
    expect(metrics).toContain('colloquy_limits_reached_total{limit="workspaceFileBytes"} 3')
    await small.close()
  })

  test('a file that is too large is rejected, and counted', async () => {
    const small = await testService({ COLLOQUY_LIMITS: '{"uploadBytes": 300}' })
    const { botId } = await visitor(small)
    expect((await authorUpload(small, botId, 'x'.repeat(400), 'text/plain')).body.code).toBe('file_too_large')
    expect((await small.call('GET', '/metrics')).body).toContain('colloquy_limits_reached_total{limit="uploadBytes"} 1')
    await small.close()
  })

  test('a full disk is reported, and leaves no file and no row that is listed', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'colloquy-full-'))
    const full = await testService({}, { files: openFolderFiles({ folder, open: () => open('/dev/full', 'w') }) })
    const someone = await visitor(full)
    const { status, code, fileUrl } = await someone.upload(png())
    expect([status, code]).toEqual([507, 'storage_full'])
    expect((await get(full, fileUrl)).statusCode).toBe(404)
    expect((await someone.say(fileUrl)).body.input.id).toBe('file')
    const author = await authorUpload(full, someone.botId, png(), 'image/png')
    expect(author).toMatchObject({ status: 507, body: { code: 'storage_full' } })
    expect(filesIn(folder)).toEqual(['incoming'])
    await full.close()
    await rm(folder, { recursive: true })
  })
})

describe('what nobody can use any more is swept', () => {
  test('answered files stay, all others go with their conversation', async () => {
    let now = Date.now()
    const swept = await testService({}, { clock: () => now })
    const [answered, unanswered, pending] = [await visitor(swept), await visitor(swept), await visitor(swept)]
    const kept = await answered.upload(png())
    await answered.say(kept.fileUrl)
    const lost = await unanswered.upload(png())
    await pending.ask({})
    now += 49 * 3_600_000
    await swept.storage.sessions.removeExpired(now, 100)
    const extra = await visitor(swept)
    await swept.call('DELETE', `/api/v1/bots/${extra.botId}`)
    await vi.waitFor(() => {
      const names = filesIn(join(swept.folder, 'uploads', 'kept')).filter((path) => /[a-z0-9]{24}$/.test(path))
      expect(names.some((path) => path.includes(unanswered.resultId))).toBe(false)
      expect(names.some((path) => path.includes(answered.resultId))).toBe(true)
    }, patiently)
    expect((await get(swept, kept.fileUrl)).statusCode).toBe(200)
    expect((await get(swept, lost.fileUrl)).statusCode).toBe(404)
    const id = idOf(lost.fileUrl)
    await vi.waitFor(async () => expect(await swept.storage.uploads.find(id)).toBeUndefined(), patiently)
    await swept.close()
  })
})
