import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Endpoint, endpoints } from '@colloquy/api'
import { permissions } from '@colloquy/permissions'
import { expect, it } from 'vitest'

const all = Object.values(endpoints) as Endpoint[]
const needed = new Set(all.flatMap(({ needs }) => needs ?? []))

it('every permission is asked for by an endpoint or a handler', () => {
  const folder = join(import.meta.dirname, '..')
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .map((path) => readFileSync(join(folder, path), 'utf8'))
    .join('\n')
  const isAsked = (permission: string) => needed.has(permission as never) || sources.includes(`'${permission}'`)
  expect(Object.keys(permissions).filter((permission) => !isAsked(permission))).toEqual([])
})

it('every operation on a bot or a workspace of a path needs a permission, unless it is for everybody or for instance admins', () => {
  const isOfBotOrWorkspace = ({ path }: Endpoint) => /\{(botId|workspaceId)\}/.test(path)
  const isOpen = ({ auth, isForInstanceAdmins }: Endpoint) => auth === 'none' || isForInstanceAdmins === true
  expect(all.filter((it) => isOfBotOrWorkspace(it) && !isOpen(it) && !it.needs).map(({ id }) => id)).toEqual([])
})
