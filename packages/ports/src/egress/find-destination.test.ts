import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isPublic } from '../testing/reference-judgement.js'
import { findDestination } from './find-destination.js'

const nobody = new Set<string>()
const rules = { allow: nobody, ownEntries: nobody, ownAddresses: nobody, lookup: async () => [] }

const byte = fc.oneof(
  fc.integer({ min: 0, max: 255 }),
  fc.constantFrom(0, 10, 100, 127, 168, 169, 172, 192, 198, 203, 224, 254, 255),
)
const octets = fc.tuple(byte, byte, byte, byte)

/** One to four parts, each in its own base: the last part holds all remaining bytes. */
const spelledIpv4 = fc
  .tuple(
    octets,
    fc.integer({ min: 1, max: 4 }),
    fc.array(fc.constantFrom(10, 8, 16), { minLength: 4, maxLength: 4 }),
    fc.nat(3),
  )
  .map(([bytes, parts, bases, zeros]) => {
    const last = bytes.slice(parts - 1).reduce((sum, one) => sum * 256 + one, 0)
    const values = [...bytes.slice(0, parts - 1), last]
    return {
      address: bytes.join('.'),
      host: values.map((value, index) => spell(value, bases[index] ?? 10, zeros)).join('.'),
    }
  })

function spell(value: number, base: number, zeros: number): string {
  if (base === 16) return `0X${'0'.repeat(zeros)}${value.toString(16)}`
  return base === 8 ? `0${'0'.repeat(zeros)}${value.toString(8)}` : String(value)
}

const word = fc.oneof(
  fc.constant(0),
  fc.integer({ min: 0, max: 0xffff }),
  fc.constantFrom(0xffff, 0x64, 0xff9b, 0x2002, 0x2001, 0x5efe),
)
const wordOfStart = fc.oneof(word, fc.constantFrom(0x2606, 0x2a00, 0xfe80, 0xfd00, 0x64))

/** In full or shortened, in uppercase or lowercase, ending in hexadecimal or decimal digits. */
const spelledIpv6 = fc
  .tuple(fc.tuple(wordOfStart, word, word, word, word, word, word, word), fc.boolean(), fc.boolean(), fc.boolean())
  .map(([words, isShort, isUpper, hasDots]) => {
    const address = words.map((one) => one.toString(16)).join(':')
    const [high = 0, low = 0] = words.slice(6)
    const dots = [high >> 8, high & 255, low >> 8, low & 255].join('.')
    const spelled = hasDots
      ? `${words
          .slice(0, 6)
          .map((one) => one.toString(16))
          .join(':')}:${dots}`
      : address
    const short = isShort ? spelled.replace(/(^|:)0(:0)+(?=:)/, (_, start) => (start === ':' ? ':' : ':')) : spelled
    return { address, host: `[${isUpper ? short.toUpperCase() : short}]` }
  })

const around = fc.constantFrom<(host: string) => string>(
  (host) => `http://${host}/`,
  (host) => `HTTPS://${host}:8443/path?x#y`,
  (host) => `http:\\\\${host}\\`,
  (host) => `http://user:pw@${host}:80`,
  (host) => ` http://\t${host}\n/`,
  (host) => `http:${host}/`,
)

test('an IP address is open if and only if it is public, in any notation', async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(spelledIpv4, spelledIpv6), around, async ({ address, host }, write) => {
      const url = new URL(write(host))
      expect((await findDestination(url, rules)).kind, url.href).toBe(isPublic(address) ? 'open' : 'refused')
    }),
    { numRuns: 5000 },
  )
})

test('a host name is open if and only if all of its addresses are public', async () => {
  const address = octets.map((bytes) => bytes.join('.'))
  await fc.assert(
    fc.asyncProperty(fc.array(address, { minLength: 1, maxLength: 6 }), async (addresses) => {
      const { kind } = await findDestination(new URL('http://name.example/'), {
        ...rules,
        lookup: async () => addresses,
      })
      expect(kind).toBe(addresses.every(isPublic) ? 'open' : 'refused')
    }),
    { numRuns: 1000 },
  )
})

test('the reason for a refused host name does not reveal its address', async () => {
  const lookup = async () => ['10.1.2.3']
  const destination = await findDestination(new URL('http://name.example/path?token=1'), { ...rules, lookup })
  expect(destination).toEqual({ kind: 'refused', reason: expect.not.stringMatching(/10\.1\.2\.3|path|token/) })
})

test('open ports are 80, 443 and those from 1024 up, except the ports of other protocols', async () => {
  const lookup = async () => ['93.184.216.34']
  const above = [1433, 3000, 3306, 5432, 5678, 6379, 8080, 8443, 11211, 27017, 65535]
  const ports = [...Array.from({ length: 1024 }, (_, index) => index), ...above]
  const kinds = await Promise.all(
    ports.map(
      async (port) => (await findDestination(new URL(`http://name.example:${port}/`), { ...rules, lookup })).kind,
    ),
  )
  expect(ports.filter((_, index) => kinds[index] === 'open')).toEqual([80, 443, 3000, 5678, 8080, 8443, 65535])
})
