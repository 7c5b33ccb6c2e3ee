import { createHmac } from 'node:crypto'
import { expect } from 'vitest'
import type { Cryptography } from '../../define.js'
import { bytesOf, type CaseChannel, type ConformanceCase, given, textMessage } from './cases.js'

export const cryptography: Cryptography = {
  hmac: (algorithm, secret, content) => createHmac(algorithm, secret).update(content).digest('hex'),
  isEqual: (given, expected) => given === expected,
}
const now = 1_700_000_000_000
const call = ({ wire }: CaseChannel) => bytesOf(wire.write(textMessage('Hello')))
const signed = (on: CaseChannel, data = on.wire.data) => on.wire.sign(call(on), data, cryptography, now)
const verifies = (on: CaseChannel, headers: Record<string, unknown>, body = call(on), data = on.wire.data) =>
  on.channel.verify({ headers, body, receivedAt: now }, data, cryptography)
const changed = (headers: Record<string, string>, change: (value: string) => unknown) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, change(value)]))
/** The field of the account that verifies calls. */
const secretOf = ({ channel, wire }: CaseChannel) =>
  (channel.accounts.find(({ provider }) => provider === wire.data.provider) ?? channel.accounts[0])?.signedWith ?? ''

const wrong: [name: string, (headers: Record<string, string>) => Record<string, unknown>][] = [
  ['without a signature', () => ({})],
  ['with an empty signature', (headers) => changed(headers, () => '')],
  ['with a signature that is cut', (headers) => changed(headers, (value) => value.slice(0, -1))],
  ['with a signature that is longer', (headers) => changed(headers, (value) => `${value}0`)],
  ['with a signature in other letters', (headers) => changed(headers, (value) => value.toUpperCase())],
  ['with a signature of odd letters', (headers) => changed(headers, (value) => 'ÿ'.repeat(value.length))],
  ['with a signature before which there is a space', (headers) => changed(headers, (value) => ` ${value}`)],
  ['with a list of signatures', (headers) => changed(headers, (value) => [value, value])],
  ['with the name of a header only', (headers) => changed(headers, () => undefined)],
  ['with the signature in another header', (headers) => ({ 'x-other': Object.values(headers).join() })],
]

export const verifyCases: readonly ConformanceCase[] = [
  { name: 'accepts a genuine call', run: (on) => expect(verifies(on, signed(on))).toBe(true) },
  ...wrong.map(
    ([name, change]): ConformanceCase => ({
      name: `refuses a call ${name}`,
      run: (on) => expect(verifies(on, change(signed(on)))).toBe(false),
    }),
  ),
  {
    name: 'refuses a call that is signed with another secret',
    run(on) {
      const data = { ...on.wire.data, [secretOf(on)]: 'another-secret-of-the-same-kind' }
      expect(verifies(on, signed(on, data))).toBe(false)
    },
  },
  {
    name: 'refuses every call of an account without a secret, also one signed with nothing',
    run(on) {
      for (const secret of ['', undefined]) {
        const data = { ...on.wire.data, [secretOf(on)]: secret }
        for (const headers of [signed(on, data), signed(on), changed(signed(on, data), () => '')])
          expect(verifies(on, headers, call(on), data)).toBe(false)
      }
    },
  },
  {
    name: 'leaves the comparison of signatures to a function that takes constant time',
    run(on) {
      const never = { ...cryptography, isEqual: () => false }
      expect(on.channel.verify({ headers: signed(on), body: call(on), receivedAt: now }, on.wire.data, never)).toBe(
        false,
      )
    },
  },
  {
    name: 'verifies an empty body, and bytes that are not valid text',
    run(on) {
      for (const body of [new Uint8Array([0xff, 0xfe, 0x00]), new Uint8Array()])
        expect(verifies(on, on.wire.sign(body, on.wire.data, cryptography, now), body)).toBe(true)
    },
  },
  given('signedBody', 'refuses a body in which one letter was changed', (_, on) => {
    const body = bytesOf(wholeOf(on).replace('Hello', 'hello'))
    expect(verifies(on, signed(on), body)).toBe(false)
  }),
  given('signedBody', 'refuses a body that was written anew, with the same content', (_, on) => {
    expect(verifies(on, signed(on), bytesOf(JSON.stringify(JSON.parse(wholeOf(on)), null, 1)))).toBe(false)
  }),
  given('signedBody', 'refuses the signature of another call', (_, on) => {
    const other = bytesOf(on.wire.write(textMessage('Other')))
    expect(verifies(on, on.wire.sign(other, on.wire.data, cryptography, now))).toBe(false)
  }),
  ...[-301, 301].map((seconds) =>
    given('signedTime', `refuses a call of ${Math.abs(seconds)} seconds ${seconds < 0 ? 'ago' : 'ahead'}`, (_, on) => {
      const headers = on.wire.sign(call(on), on.wire.data, cryptography, now + seconds * 1_000)
      expect(verifies(on, headers)).toBe(false)
    }),
  ),
  given('signedTime', 'accepts a call of four minutes ago', (_, on) => {
    expect(verifies(on, on.wire.sign(call(on), on.wire.data, cryptography, now - 240_000))).toBe(true)
  }),
]

const wholeOf = (on: CaseChannel) => new TextDecoder().decode(call(on))
