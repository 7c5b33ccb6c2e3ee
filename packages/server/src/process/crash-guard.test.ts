import { expect, test } from 'vitest'
import { CrashGuard } from './crash-guard.js'

function guarded() {
  const seen: string[] = []
  let now = 0
  const guard = new CrashGuard({
    metrics: { uncaughtError: (_, outcome) => seen.push(outcome) },
    log: () => {},
    end: () => seen.push('end'),
    now: () => now,
  })
  return {
    seen,
    handle: (error: unknown) => guard.handle(error, 'uncaughtException'),
    wait: (milliseconds: number) => {
      now += milliseconds
    },
  }
}

const coded = (code: string) => Object.assign(new Error(code), { code })

test.each([
  ['a percent sign that nothing can decode', new URIError('URI malformed')],
  ['a bug of the service', new TypeError('x is not a function')],
  ['JSON that is none', new SyntaxError('Unexpected token')],
  ['an argument that Node.js rejects', Object.assign(new TypeError('bad'), { code: 'ERR_INVALID_ARG_TYPE' })],
  ['a connection that broke', coded('ECONNRESET')],
  ['a stream that has ended', coded('ERR_STREAM_WRITE_AFTER_END')],
])('the process survives %s', (_, error) => {
  const { handle, seen } = guarded()
  handle(error)
  expect(seen).toEqual(['survived'])
})

test.each([
  ['an error of the disk', coded('EIO')],
  ['a full disk', coded('ENOSPC')],
  ['too many open files', coded('EMFILE')],
  ['a thread out of memory', coded('ERR_WORKER_OUT_OF_MEMORY')],
  ['an allocation that is too large', new RangeError('Array buffer allocation failed')],
  ['SQLite', Object.assign(new Error('disk I/O error'), { code: 'ERR_SQLITE_ERROR', errcode: 10 })],
  [
    'a bug in the storage',
    Object.assign(new TypeError('x'), { stack: 'TypeError: x\n at y (/app/packages/storage/dist/a.js:1:1)' }),
  ],
  ['an error of an unknown kind', new Error('unknown')],
  ['a value that is not an error', 'text'],
])('the process ends in order after %s', (_, error) => {
  const { handle, seen } = guarded()
  handle(error)
  handle(error)
  expect(seen).toEqual(['ended', 'end', 'ended'])
})

test('the process ends in order after more than ten survived errors in a minute', () => {
  const { handle, seen, wait } = guarded()
  for (let count = 0; count < 30; count++) {
    handle(new TypeError('now and then'))
    wait(6_001)
  }
  expect(seen).not.toContain('end')
  for (let count = 0; count < 11; count++) handle(new TypeError('again and again'))
  expect(seen).toContain('end')
})
