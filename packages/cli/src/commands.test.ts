import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { adminToken, type ServiceProcess, startServiceProcess } from '@colloquy/server/testing/process'
import { afterAll, beforeAll, expect, test } from 'vitest'

let folder: string
let service: ServiceProcess
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'colloquy-cli-'))
  service = await startServiceProcess(folder)
})
afterAll(async () => {
  await service.end('SIGTERM')
  await rm(folder, { recursive: true })
})

test('a misspelt command is named, with the one that was probably meant', async () => {
  const { code, output } = await colloquy(['docter'])
  expect([code, output]).toEqual([1, expect.stringContaining('Unknown command: docter. Did you mean doctor?')])
})

test('docs/commands.md lists every command with each of its options', async () => {
  const page = await readFile(fileURLToPath(new URL('../../../docs/commands.md', import.meta.url)), 'utf8')
  const { output } = await colloquy(['--help'])
  const commands = [...output.matchAll(/^ {2}([a-z]+(?:-[a-z]+)*) /gm)].flatMap(([, name]) => name ?? [])
  expect(commands).toContain('confirm-clock')
  const helps = await Promise.all(commands.map(async (name) => (await colloquy([name, '--help'])).output))
  for (const [index, name] of commands.entries()) {
    expect(page).toContain(`\`colloquy ${name}`)
    for (const [option] of helps[index]?.matchAll(/--[a-z]+(-[a-z]+)*/g) ?? [])
      if (option !== '--help') expect(page, `${option} of ${name}`).toContain(option)
  }
})

test('demo publishes the example, holds its conversation and shows what was recorded', async () => {
  const { code, output } = await colloquy(['demo'])
  expect(code, output).toBe(0)
  expect(output).toContain('bot  Good to meet you, Mira Chen. What shall we make together?')
  expect(output).toContain('(completed)')
  expect(output).toMatch(/│ Contact +│ email +│ mira@example\.org +│/)
  expect(output).toMatch(/│ Rating +│ 5 +│/)
  const address = /in a browser: (\S+)/.exec(output)?.[1] ?? ''
  expect(await (await fetch(address)).text()).toContain('Night service desk')
  expect(output).toMatch(/\nTalk to it yourself: npx colloquy chat \S+\n$/)
})

test('erase deletes the results that hold a value, and says how many', async () => {
  const headers = { authorization: `Bearer ${adminToken}` }
  const { workspaces } = (await (await fetch(`${service.url}/api/v1/workspaces`, { headers })).json()) as {
    workspaces: { id: string; name: string }[]
  }
  const demo = workspaces.find(({ name }) => name === 'Demo')?.id as string
  const { code, output } = await colloquy(['erase', 'Mira@example.org', '--workspace', demo])
  expect(code, output).toBe(0)
  expect(output).toContain('1 result was deleted')
})

test('password-link prints a link for somebody who forgot their password', async () => {
  const headers = { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' }
  const account = { email: 'ada@example.org', password: 'a long password' }
  await fetch(`${service.url}/api/v1/users/me/password`, { method: 'PUT', headers, body: JSON.stringify(account) })
  const { code, output } = await colloquy(['password-link', 'ada@example.org'])
  expect(code, output).toBe(0)
  const [address, token] = output.trim().split('/#password-link=')
  const opened = await fetch(`${address}/api/v1/password-links/open`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  })
  expect(await opened.json()).toEqual({ email: 'ada@example.org' })
})

test('confirm-email verifies the address of an account', async () => {
  const { code, output } = await colloquy(['confirm-email', 'ada@example.org'])
  expect(code, output).toBe(0)
  expect(output).toBe('Confirmed ada@example.org.\n')
  expect((await get<{ user: object }>('/sign-in')).user).toMatchObject({ isEmailVerified: true })
})

test('confirm-clock takes the present day and no other', async () => {
  const { code, output } = await colloquy(['confirm-clock', new Date().toISOString().slice(0, 10)])
  expect(code, output).toBe(0)
  expect(output).toBe('Confirmed. Old results are deleted again within the hour.\n')
})

test('demo can be run again', async () => {
  expect((await colloquy(['demo'])).code).toBe(0)
})

test('chat sends each line to a published bot as a reply, and prints the history', async () => {
  const { publicId } = await publishedDemo()
  const { code, output } = await colloquy(['chat', publicId], 'Ada\n3\na shop\n/history\n/quit\n')
  expect(code, output).toBe(0)
  expect(output).toContain('Good to meet you, Ada. What shall we make together?')
  expect(output).toContain('  3) Help me choose\n> 3\n')
  expect(output).toContain('--- so far ---')
  expect(output).toMatch(/You left the conversation\.\n$/)
})

test('chat --draft talks to the draft and records nothing', async () => {
  const { id } = await publishedDemo()
  const before = await resultsOf(id)
  const { code, output } = await colloquy(['chat', '--draft', id], 'Ada\n1\n')
  expect(code, output).toBe(0)
  expect(output).toContain('Good to meet you, Ada.')
  expect(await resultsOf(id)).toBe(before)
})

test.each([
  [['chat'], {}, 'Say which bot to talk to'],
  [['chat', 'nobody'], {}, 'Is the id right?'],
  [['chat', '--draft', 'nobody'], {}, 'Is the id right?'],
  [['chat', 'x', '--url', 'nonsense'], {}, '--url is "nonsense": it has to be an address'],
  [['chat', 'x', '--url', 'http://127.0.0.1:1'], {}, 'No service answers at http://127.0.0.1:1'],
  [['chat', 'x', '--url', 'http://127.0.0.1:1/api'], {}, 'it has to be an address without a path'],
  [['erase', '', '--workspace', 'x'], {}, 'The service refused this (400): '],
  [['lint', '/'], {}, '/ cannot be read (EISDIR)'],
  [['backup', '--database', 'nonsense'], {}, 'has to be the address of a PostgreSQL'],
  [['restore', 'package.json', '--data', '/dev/null'], {}, 'The data folder /dev/null is not a folder'],
  [['password-link', 'nobody@example.org'], {}, 'Nobody signs in with this address'],
  [['confirm-email', 'nobody@example.org'], {}, 'No account has this email address. Check the address.'],
  [['confirm-clock', '2099-01-01'], {}, 'The clock of this service shows another day'],
  [['demo'], { COLLOQUY_ADMIN_TOKEN: 'not-the-token-of-anybody' }, 'does not know this token'],
])('%j says in one line what to do', async (args, env, line) => {
  const { code, output } = await colloquy(args, '', env)
  expect(code).toBe(1)
  expect(output).toContain(line)
  expect(output.trim().split('\n')).toHaveLength(1)
})

test('demo reports that the URL does not lead to a Colloquy instance', async () => {
  const other = createServer((_, response) => response.end('<h1>It works</h1>')).listen(0, '127.0.0.1')
  await once(other, 'listening')
  const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
  expect((await colloquy(['demo', '--url', url])).output).toContain(`What answers at ${url} (200) is no Colloquy`)
  other.close()
})

test('prints its version', async () => {
  expect((await colloquy(['--version'])).output).toMatch(/^\d+\.\d+\.\d+\n$/)
})

/** Runs the program like `npx colloquy`, with its input from a pipe; returns output and errors in one text. */
async function colloquy(args: string[], input = '', env: Record<string, string> = {}) {
  const bin = fileURLToPath(new URL('../bin/colloquy.js', import.meta.url))
  const child = spawn(process.execPath, [bin, ...args], {
    env: { ...process.env, COLLOQUY_URL: service.url, COLLOQUY_ADMIN_TOKEN: adminToken, ...env },
  })
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { code: await ended, output: output + errors }
}

async function publishedDemo(): Promise<{ id: string; publicId: string }> {
  const { output } = await colloquy(['demo'])
  const publicId = /chat (\S+)\n$/.exec(output)?.[1] ?? ''
  const { workspaces } = await get<{ workspaces: { id: string }[] }>('/workspaces')
  for (const workspace of workspaces) {
    const { bots } = await get<{ bots: { id: string }[] }>(`/bots?workspaceId=${workspace.id}`)
    for (const { id } of bots) {
      const { bot } = await get<{ bot: { publicId: string } }>(`/bots/${id}`)
      if (bot.publicId === publicId) return { id, publicId }
    }
  }
  throw new Error(`The demo published no bot "${publicId}":\n${output}`)
}

async function resultsOf(botId: string): Promise<number> {
  return (await get<{ results: unknown[] }>(`/bots/${botId}/results?timeFilter=allTime`)).results.length
}

async function get<T>(path: string): Promise<T> {
  const response = await fetch(`${service.url}/api/v1${path}`, { headers: { authorization: `Bearer ${adminToken}` } })
  return (await response.json()) as T
}
