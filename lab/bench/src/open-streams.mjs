/**
 * `node lab/bench/src/open-streams.mjs`: the memory of very many streamed texts that are open at once, and the start of a chat beside them.
 * The clients are processes of their own. The service has two connections for each stream, so that 9,900 need a limit of 20,000 open files.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readOptions } from '../../../scripts/read-options.mjs'
import { measurement, printMeasurements } from './measurements.mjs'
import { processes, usage } from './processes.mjs'
import { openStreams } from './streams.mjs'

const help = 'node lab/bench/src/open-streams.mjs [--streams N]: opens N streams, 9900 unless given'
const { streams: count = 9_900 } = readOptions(help, { streams: 'number' })
const step = 1_100

const folder = mkdtempSync(join(tmpdir(), 'colloquy-bench-'))
const programs = processes(folder)
const clients = []
try {
  const streams = await openStreams(programs, {
    generations: 40_000,
    modelCallsPerWorkspace: 40_000,
    modelIdleSeconds: 900,
    modelFirstByteSeconds: 900,
    modelSeconds: 900,
    turnModelMilliseconds: 900_000,
  })
  await streams.firstPiece()
  const { pid, url } = streams.service
  const before = usage(pid).memory
  let open = 0
  while (open < count) {
    const more = Math.min(step, count - open)
    await openMore(url, more)
    open += more
    const grown = usage(pid).memory - before
    console.error(`${open} streams: ${grown.toFixed(0)} MB more, ${((grown * 1024) / open).toFixed(1)} KB each`)
  }
  const grown = usage(pid).memory - before
  if (streams.held() < count)
    throw new Error(`Only ${streams.held()} streams are open: the machine is too slow for the time of a call.`)
  const times = []
  for (let turn = 0; turn < 50; turn += 1) {
    const began = performance.now()
    await streams.service.call('POST', '/bots/bench-streams/startChat', {})
    times.push(performance.now() - began)
  }
  printMeasurements(
    [
      measurement(`memory of ${open} open streams`, [grown], 'MB'),
      measurement('memory of each', [(grown * 1024) / open], 'KB'),
      measurement('start of a chat beside them', times, 'ms'),
    ],
    { json: false, runs: 1, seconds: 0 },
  )
  streams.close()
} finally {
  for (const child of clients) child.kill('SIGKILL')
  programs.killAll()
  rmSync(folder, { recursive: true, force: true })
}

/** Resolves once all of them have got their first piece. */
async function openMore(url, more) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'stream-clients.mjs'), url, String(more)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  clients.push(child)
  for await (const text of child.stdout.setEncoding('utf8')) if (text.includes('open')) return
  throw new Error('The clients of streams ended.')
}
