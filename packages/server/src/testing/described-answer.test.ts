import { openApiDocument } from '@colloquy/api'
import { expect, test } from 'vitest'
import { answerCheck } from './described-answer.js'

const check = answerCheck(openApiDocument('http://127.0.0.1'))
const json = { 'content-type': 'application/json; charset=utf-8' }
const me = { id: 'a', email: null, name: 'Ada' }
const error = (code: string, status: number) => ({ code, status, message: 'Sorry' })
const answer = (status: number, body: unknown, headers: Record<string, string> = json) => ({
  status,
  text: JSON.stringify(body),
  headers,
})
const path = '/api/v1/users/me'
const bare = (status: number, headers: Record<string, string>) => ({ status, text: '', headers })
const file = (status: number, type: string) => ({ status, text: 'x', headers: { 'content-type': type } })

test.each([
  ['an answer', path, answer(200, me)],
  ['an error of the operation', path, answer(401, error('unauthorized', 401))],
  [
    'an error that says when to come back',
    path,
    answer(503, error('storage_unavailable', 503), { ...json, 'retry-after': '1' }),
  ],
  ['an answer without a body', '/api/bots/b/results/r/blocks/x/f.png', bare(302, { location: 'https://a.example' })],
  ['a file of whichever type', '/api/files/f.png', file(200, 'image/png')],
  ['a part of a file', '/api/files/f.png', file(206, 'text/plain')],
  ['a file that has not changed', '/api/files/f.png', bare(304, {})],
  ['a stream of events', '/api/v1/sessions/s/webhooks', file(200, 'text/event-stream')],
  ['a 404 where there is nothing', '/api/v1/none', answer(404, error('not_found', 404))],
])('%s as described passes', (_, where, given) => {
  expect(() => check('GET', where, given)).not.toThrow()
})

test.each([
  ['another status', path, answer(203, me), 'not described with'],
  ['a field that is missing', path, answer(200, { id: 'a', email: null }), "required property 'name'"],
  ['a field too many', path, answer(200, { ...me, hash: 'x' }), 'additional properties'],
  ['a field of another type', path, answer(200, { ...me, name: 7 }), 'must be string'],
  ['another type of body', path, answer(200, me, { 'content-type': 'text/html' }), 'as text/html'],
  ['an error of another operation', path, answer(401, error('bot_not_found', 401)), 'not described with'],
  ['a status that is not that of the answer', path, answer(401, error('unauthorized', 403)), 'another status'],
  ['an error without its header', path, answer(503, error('storage_unavailable', 503)), 'without Retry-After'],
  ['a body where none is described', '/api/files/f.png', file(304, 'image/png'), 'where none is described'],
  ['a body of no type', '/api/files/f.png', { ...file(200, ''), headers: {} }, 'as undefined'],
  ['a redirect to nowhere', '/api/bots/b/results/r/blocks/x/f.png', bare(302, {}), 'without Location'],
  ['a stream of another type', '/api/v1/sessions/s/webhooks', file(200, 'text/plain'), 'as text/plain'],
  ['something where there is nothing', '/api/v1/none', answer(200, {}), 'nothing at this address'],
])('%s is noticed', (_, where, given, message) => {
  expect(() => check('GET', where, given)).toThrow(message)
})
