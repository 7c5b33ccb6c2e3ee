import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, describe, expect, it } from 'vitest'
import { botOf } from '../testing/bot-of.js'
import { openTestScripts, type TestScriptOptions, testScriptLimits } from '../testing/limited-ports.js'
import type { ScriptOptions } from './open-scripts.js'
import type { ScriptOutcome, ScriptOwner, ScriptPort } from './script-port.js'

const opened: ScriptPort[] = []

afterEach(async () => {
  for (const scripts of opened.splice(0)) await scripts.close()
})

function open(options: TestScriptOptions = {}) {
  const scripts = openTestScripts(options)
  opened.push(scripts)
  const run = (
    code: string,
    owner: string | ScriptOwner = 'bot',
    mode: 'value' | 'full' = 'full',
    args = {},
  ): Promise<ScriptOutcome> =>
    scripts.run({ code, args, mode, owner: typeof owner === 'string' ? botOf(owner) : owner })
  return { scripts, run }
}

const forEver = 'for (;;);'
/** Cannot be stopped from the inside: the thread has to go. */
const beyondReach = 'return new Array(1e9) + ""'

/** A real server on the loopback: answers with what it was asked, or keeps the question until it is let go. */
async function serve() {
  const held: ServerResponse[] = []
  const seen: { method?: string; url?: string; headers: Record<string, unknown>; body: string }[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const part of request) body += part
    seen.push({ method: request.method, url: request.url, headers: request.headers, body })
    if (request.url === '/hold') held.push(response)
    else response.end(`answer to ${request.url}`)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { url, seen, held, close }
}

const fetchText: ScriptOptions['fetch'] = async (input, init) => ({ text: await (await fetch(input, init)).text() })

describe('a script with fetch', () => {
  it('gets the text of responses, and sends what it was given', async () => {
    const server = await serve()
    const { run } = open({ fetch: fetchText })
    const code = `
      const [a, b] = await Promise.all([fetch(url + '/a'), fetch({ url: url + '/b' })])
      const c = await fetch(url + '/c', { method: 'POST', headers: [['X-One', 1]], body: JSON.stringify({ a, b }) })
      setVariable('all', [a, b, c])
      return typeof c`
    expect(await run(code, 'bot', 'full', { url: server.url })).toEqual({
      ok: true,
      value: 'string',
      assigned: [{ name: 'all', value: ['answer to /a', 'answer to /b', 'answer to /c'] }],
    })
    expect(server.seen.map(({ url }) => url).sort()).toEqual(['/a', '/b', '/c'])
    expect(server.seen.find(({ url }) => url === '/c')).toMatchObject({
      method: 'POST',
      headers: { 'x-one': '1' },
      body: '{"a":"answer to /a","b":"answer to /b"}',
    })
    server.close()
  })

  it('can catch a refused address', async () => {
    const refuse = async () => {
      throw new Error('blocked address')
    }
    const { run } = open({ fetch: refuse })
    const code = 'try { await fetch("http://10.0.0.1/") } catch (error) { return String(error) }'
    expect(await run(code)).toMatchObject({ ok: true, value: 'TypeError: blocked address' })
    expect(await run('await fetch("http://10.0.0.1/")')).toMatchObject({
      ok: false,
      message: 'TypeError: blocked address',
    })
    const { run: without } = open()
    expect(await without('await fetch("http://a/")')).toMatchObject({ ok: false, reason: 'threw' })
  })

  it('sends a request that it does not wait for', async () => {
    const server = await serve()
    const { run } = open({ fetch: fetchText })
    expect(await run('fetch(url + "/forgotten"); return 1', 'bot', 'full', { url: server.url })).toMatchObject({
      ok: true,
    })
    await expect.poll(() => server.seen.map(({ url }) => url)).toEqual(['/forgotten'])
    server.close()
  })

  it('sends each request once, even if code behind it has to start over in the slow queue', async () => {
    const asked: string[] = []
    const { run } = open({
      fetch: async (input) => {
        asked.push(input)
        return { text: input }
      },
    })
    const code = `
      const burn = () => { const end = Date.now() + 60; while (Date.now() < end); }
      burn(); const a = await fetch('a'); burn(); const b = await fetch('b'); burn(); return a + b`
    expect(await run(code)).toEqual({ ok: true, value: 'ab', assigned: [] })
    expect(asked).toEqual(['a', 'b'])
  })

  it('does not delay others while it waits, however many wait', async () => {
    const server = await serve()
    const { run } = open({ fetch: fetchText })
    const code = 'const mine = [id]; mine.push(await fetch(url + "/hold")); return mine'
    const waiting = Array.from({ length: 50 }, (_, id) => run(code, `bot${id % 5}`, 'full', { id, url: server.url }))
    await expect.poll(() => server.held.length).toBe(50)
    expect(await run('return 1')).toMatchObject({ ok: true, value: 1 })
    for (const response of server.held) response.end('let go')
    const outcomes = await Promise.all(waiting)
    expect(outcomes).toEqual(outcomes.map((_, id) => ({ ok: true, value: [id, 'let go'], assigned: [] })))
    server.close()
  })

  it('continues after the worker in which it began was ended', async () => {
    const server = await serve()
    const { run } = open({ fetch: fetchText, limits: { milliseconds: 100 } })
    const waiting = run('const kept = 41; await fetch(url + "/hold"); return kept + 1', 'bot', 'full', {
      url: server.url,
    })
    await expect.poll(() => server.held.length).toBe(1)
    expect(await run(beyondReach, 'hostile')).toMatchObject({ ok: false, reason: 'time' })
    server.held[0]?.end()
    expect(await waiting).toEqual({ ok: true, value: 42, assigned: [] })
    server.close()
  })

  it('waits no longer than it may, and makes no more requests than it may', async () => {
    const aborted: boolean[] = []
    const never: ScriptOptions['fetch'] = (_, { signal }) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => {
          aborted.push(true)
          reject(new Error('aborted'))
        })
      })
    const { run } = open({ fetch: never, limits: { waitMilliseconds: 100, fetches: 2 } })
    expect(await run('await Promise.all([fetch("a"), fetch("b")])')).toMatchObject({
      ok: false,
      reason: expect.stringMatching(/time|threw/),
    })
    await expect.poll(() => aborted.length).toBe(2)
    const { run: few } = open({ fetch: async () => ({ text: '' }), limits: { fetches: 2 } })
    const many = 'let n = 0; try { for (;;) { await fetch("a"); n += 1 } } catch (error) { return [n, error.message] }'
    expect(await few(many)).toMatchObject({ ok: true, value: [2, expect.stringContaining('may make 2')] })
  })

  it('is refused what would be too much to hand over, in requests and in responses', async () => {
    const limits = { responseLength: 1_000, resultBytes: 20_000 }
    const { run } = open({ fetch: async () => ({ text: 'x'.repeat(400) }), limits })
    const reading =
      'let n = 0; try { for (;;) n += (await fetch("a")).length } catch (error) { return [n, error.message] }'
    expect(await run(reading)).toMatchObject({ ok: true, value: [800, expect.stringContaining('1000 characters')] })
    const asking = 'for (let i = 0; i < 100; i += 1) fetch("http://a/".repeat(30)); await fetch("b")'
    expect(await run(asking)).toMatchObject({ ok: false, reason: 'too-large' })
  })

  it('fails with the reason when it holds too much while it waits, or waits beside too many', async () => {
    const never: ScriptOptions['fetch'] = () => new Promise(() => {})
    const { run } = open({ fetch: never, limits: { waitingPerBot: 2 } })
    expect(await run('const a = new Uint8Array(9e6).fill(7); await fetch("a"); return a.length', 'big')).toMatchObject({
      ok: false,
      reason: 'memory',
    })
    const waiting = [run('await fetch("a")'), run('await fetch("a")')]
    await expect.poll(async () => (await run('await fetch("a")')).ok).toBe(false)
    expect(await run('await fetch("a")')).toMatchObject({ ok: false, reason: 'busy' })
    await opened[0]?.close()
    expect(await Promise.all(waiting)).toEqual(waiting.map(() => expect.objectContaining({ reason: 'busy' })))
  })
})

describe('a bot whose scripts repeatedly exceed a limit', () => {
  it('is paused after three in a row with a line in the log, while others run; one more after the pause is enough', async () => {
    const log: string[] = []
    let time = 1_000_000
    const limits = { milliseconds: 200, pauseMilliseconds: 60_000 }
    const { scripts, run } = open({ limits, log: (sentence) => log.push(sentence), now: () => time })
    for (const reason of ['time', 'time', 'time', 'paused', 'paused']) {
      expect(await run(forEver, 'hostile')).toMatchObject({ ok: false, reason })
    }
    expect(log).toEqual([expect.stringMatching(/hostile.*60 s/)])
    expect(await run('return 1', 'hostile')).toMatchObject({ ok: false, reason: 'paused' })
    const pattern = { pattern: 'a', flags: '', texts: ['a'], owner: botOf('hostile') }
    expect(await scripts.test(pattern)).toMatchObject({ ok: false, reason: 'paused' })
    expect(await run('return 1', 'other')).toMatchObject({ ok: true })
    time += 59_999
    expect(await run('return 1', 'hostile')).toMatchObject({ ok: false, reason: 'paused' })
    time += 1
    expect(await run(forEver, 'hostile')).toMatchObject({ ok: false, reason: 'time' })
    expect(await run('return 1', 'hostile')).toMatchObject({ ok: false, reason: 'paused' })
    time += 60_000
    expect(await run('return 1', 'hostile')).toMatchObject({ ok: true })
    expect(await run(forEver, 'hostile')).toMatchObject({ ok: false, reason: 'time' })
    expect(await run('return 1', 'hostile')).toMatchObject({ ok: true })
    expect(log).toHaveLength(2)
  })

  it('is not paused for its own errors, nor when something good comes between', async () => {
    const { run } = open({ limits: { milliseconds: 200 } })
    for (let round = 0; round < 5; round += 1) expect(await run('throw 1')).toMatchObject({ reason: 'threw' })
    for (let round = 0; round < 2; round += 1) {
      for (let strike = 0; strike < 2; strike += 1) expect(await run(forEver)).toMatchObject({ reason: 'time' })
      expect(await run('return 1')).toMatchObject({ ok: true })
    }
  })

  it('counts memory and size as limits, and turns away what was waiting', async () => {
    const { run } = open({ limits: { quickMilliseconds: 1_000, quickWallMilliseconds: 1_000 } })
    const atLimit = ['return "x".repeat(2e6)', 'return "x".repeat(50e6)', 'return "x".repeat(2e6)']
    const behind = Array.from({ length: 10 }, () => 'return 1')
    const outcomes = await Promise.all([...atLimit, ...behind].map((code) => run(code)))
    const reasons = outcomes.map((outcome) => (outcome.ok ? 'ok' : outcome.reason))
    expect(reasons.slice(0, 3)).toEqual(['too-large', 'memory', 'too-large'])
    // The next one may have begun before the third was judged.
    expect(reasons.slice(4)).toEqual(reasons.slice(4).map(() => 'paused'))
  })
})

describe('a machine that pauses', () => {
  it('costs a script nothing of its time', async () => {
    const { run } = open({ limits: { milliseconds: 300 } })
    await run(forEver)
    const pausing = spawn('sh', ['-c', `sleep 0.2; kill -STOP ${process.pid}; sleep 0.8; kill -CONT ${process.pid}`])
    const paused = once(pausing, 'exit')
    let isOver = false
    void paused.then(() => {
      isOver = true
    })
    // One of them is running when the process is stopped.
    while (!isOver)
      expect(await run('let n = 0; for (let i = 0; i < 4e5; i += 1) n += i; return n')).toMatchObject({ ok: true })
  })
})

describe('the workers', () => {
  it('serve owners in turn: one who asks for much delays another by one script', async () => {
    const { run } = open()
    await run('return 1')
    const order: string[] = []
    const note = (name: string) => run('return 1', name).then(() => order.push(name))
    await Promise.all([...Array.from({ length: 50 }, () => note('much')), note('little'), note('little')])
    expect(order.lastIndexOf('little')).toBeLessThanOrEqual(6)
    expect(order).toHaveLength(52)
  })

  it('refuse what is more than their queue holds', async () => {
    const { run } = open({ limits: { queuedPerBot: 5, queued: 8 } })
    const reasons = async (owner: string, count: number) => {
      const outcomes = await Promise.all(Array.from({ length: count }, () => run('return 1', botOf(owner, owner))))
      return outcomes.filter((outcome) => !outcome.ok && outcome.reason === 'busy').length
    }
    const [one, two] = await Promise.all([reasons('one', 10), reasons('two', 10)])
    expect(one).toBe(5)
    expect(two).toBe(7)
    expect(await run('return 1')).toMatchObject({ ok: true })
  })

  it('are replaced when one is ended, and lose nothing that was waiting', async () => {
    const { run } = open({ limits: { milliseconds: 60, strikes: 100 } })
    const hostile = Array.from({ length: 5 }, () => run(beyondReach, 'hostile'))
    const healthy = Array.from({ length: 40 }, (_, id) => run('return id', `bot${id}`, 'value', { id }))
    expect(await Promise.all(healthy)).toEqual(healthy.map((_, id) => ({ ok: true, value: id, assigned: [] })))
    for (const outcome of await Promise.all(hostile)) expect(outcome).toMatchObject({ ok: false, reason: 'time' })
    expect(await run('return 1', 'hostile')).toMatchObject({ ok: true })
  })

  it('take no less and no more time than a request allows', async () => {
    const { scripts } = open({ limits: { milliseconds: 5_000 } })
    const request = { code: forEver, args: {}, mode: 'value' as const, owner: botOf('bot'), milliseconds: 30 }
    expect(await scripts.run(request)).toMatchObject({ reason: 'time', message: expect.stringContaining('30 ms') })
    const burn = 'const end = Date.now() + 150; while (Date.now() < end); return "done"'
    expect(await scripts.run({ ...request, code: burn, milliseconds: 3_000 })).toMatchObject({
      ok: true,
      value: 'done',
    })
  })

  it('are not there before the first script, and leave nothing running after close', async () => {
    const built = new URL('../../dist/scripts/index.js', import.meta.url)
    const code = `
      import { Worker } from 'node:worker_threads'
      const { openScripts } = await import(${JSON.stringify(pathToFileURL(built.pathname).href)})
      const never = () => new Promise(() => {})
      const bot = (botId) => ({ workspaceId: 'workspace', botId })
      const scripts = openScripts({ fetch: never, limits: ${JSON.stringify({ ...testScriptLimits, milliseconds: 60_000, strikes: 9 })} })
      const workers = () => process.getActiveResourcesInfo().filter((name) => name.includes('Message') || name.includes('Worker')).length
      const before = workers()
      const first = await scripts.run({ code: 'return 1', args: {}, mode: 'value', owner: bot('a') })
      const left = [
        scripts.run({ code: 'await fetch("x")', args: {}, mode: 'full', owner: bot('b') }),
        scripts.run({ code: 'for (;;);', args: {}, mode: 'value', owner: bot('c') }),
        scripts.run({ code: 'for (;;);', args: {}, mode: 'value', owner: bot('d') }),
        scripts.test({ pattern: '^(a+)+$', flags: '', texts: ['a'.repeat(40) + 'b'], owner: bot('e') }),
      ]
      await new Promise((resolve) => setTimeout(resolve, 300))
      await scripts.close()
      const reasons = (await Promise.all(left)).map(({ reason }) => reason)
      const after = await scripts.run({ code: 'return 1', args: {}, mode: 'value', owner: bot('a') })
      console.log(JSON.stringify({ before, first: first.value, reasons, after: after.reason }))`
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', code])
    expect(JSON.parse(stdout)).toEqual({
      before: 0,
      first: 1,
      reasons: ['busy', 'busy', 'busy', 'busy'],
      after: 'busy',
    })
  })
})
