import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { NewInstanceData } from './process/instance-data.js'
import { startAt } from './process/service-process.js'

/** Tests a service on a database that a newer version has migrated, at places of one kind of database. */
export function testNewerSchema(newData: () => NewInstanceData): void {
  test('a service whose database a newer version migrates while it runs is not ready, says why, and does not start again', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'colloquy-newer-schema-'))
    const data = await newData()(folder)
    const service = await startAt(data)
    const ready = () => fetch(`${service.url}/ready`)
    expect((await ready()).status).toBe(200)
    await data.change('INSERT INTO migrations (number, applied_at) VALUES (1000, 0)')
    const answer = await ready()
    expect(answer.status).toBe(503)
    expect(await answer.json()).toMatchObject({
      code: 'schema_newer',
      message: expect.stringMatching(/^A newer version has migrated the database\. /),
    })
    expect((await fetch(`${service.url}/healthz`)).status).toBe(200)
    expect(service.output()).toContain('The database has schema 1000, but this Colloquy knows only up to')
    expect(await service.end('SIGTERM')).toBe(0)
    await expect(startAt(data)).rejects.toThrow(/ended with 2 .*The database has schema 1000/s)
    await rm(folder, { recursive: true })
  })
}
