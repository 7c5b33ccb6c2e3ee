import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bits, closedOrInside, isPublic } from '../testing/reference-judgement.js'
import { canonicalAddress, classifyAddress } from './classify-address.js'

const byte = fc.integer({ min: 0, max: 255 })
const word = fc.integer({ min: 0, max: 0xffff })
const ipv4 = fc.tuple(byte, byte, byte, byte).map((bytes) => bytes.join('.'))
const hexWords = (words: number[]) => words.map((one) => one.toString(16)).join(':')

/** Near the edges of the special ranges as well as anywhere. */
const nearRange = fc
  .tuple(fc.constantFrom(...closedOrInside), fc.integer({ min: -2, max: 2 }), fc.boolean())
  .map(([[base, length], offset, atEnd]) => {
    const all = bits(base)
    const size = all.length
    const edge = BigInt(`0b${all}`) + (atEnd ? (1n << BigInt(size - length)) - 1n : 0n)
    return fromNumber(BigInt.asUintN(size, edge + BigInt(offset)), size)
  })

function fromNumber(value: bigint, size: number): string {
  const text = value.toString(2).padStart(size, '0')
  const step = size === 32 ? 8 : 16
  const parts = Array.from({ length: size / step }, (_, index) =>
    Number.parseInt(text.slice(index * step, (index + 1) * step), 2),
  )
  return size === 32 ? parts.join('.') : hexWords(parts)
}

const ipv6 = fc.oneof(
  fc.tuple(...Array.from({ length: 8 }, () => word)).map((words) => hexWords(words as number[])),
  fc
    .tuple(
      fc.constantFrom('64:ff9b:0:0:0:0', '0:0:0:0:0:ffff', '2002', '2606:4700:0:0:0:5efe', '2606:4700:0:0:200:5efe'),
      word,
      word,
    )
    .map(([start, a, b]) => hexWords(padded(start, a, b))),
)

function padded(start: string, a: number, b: number): number[] {
  const words = start.split(':').map((text) => Number.parseInt(text, 16))
  return [...words, ...Array.from({ length: 6 - words.length }, () => 0), a, b]
}

test('an address is public if and only if it is outside all special ranges', () => {
  fc.assert(
    fc.property(fc.oneof(ipv4, ipv6, nearRange), (address) => {
      expect(classifyAddress(address) === 'public', address).toBe(isPublic(address))
    }),
    { numRuns: 8000 },
  )
})

test('an internal address can be allowed, a link-local address or a metadata service never', () => {
  const inside = [
    '127.0.0.1',
    '10.0.0.5',
    '192.168.1.1',
    '172.20.0.1',
    '100.64.0.1',
    '::1',
    'fd00::1',
    '::ffff:10.0.0.5',
  ]
  const closed = [
    '169.254.169.254',
    '0.0.0.0',
    'fe80::1',
    'fe80::1%eth0',
    'ff02::1',
    '100.100.100.200',
    'fd00:ec2::254',
    '64:ff9b::a9fe:a9fe',
  ]
  expect(inside.map(classifyAddress)).toEqual(inside.map(() => 'inside'))
  expect(closed.map(classifyAddress)).toEqual(closed.map(() => 'closed'))
})

test('text that is not a complete IP address is closed, even if a lenient parser would accept it', () => {
  const texts = [
    '',
    '127.1',
    '0x7f000001',
    '2130706433',
    '010.0.0.1',
    '1.2.3.4.',
    'example.com',
    '8.8.8.8 ',
    '[::1]',
    '8.8.8',
  ]
  expect(texts.map(classifyAddress)).toEqual(texts.map(() => 'closed'))
})

test('one address has one spelling', () => {
  expect(canonicalAddress('::FFFF:8.8.8.8')).toBe('8.8.8.8')
  expect(canonicalAddress('64:ff9b::808:808')).toBe('8.8.8.8')
  expect(canonicalAddress('2606:4700:0:0:0:0:0:1')).toBe('2606:4700::1')
  expect(canonicalAddress('example.com')).toBeUndefined()
})
