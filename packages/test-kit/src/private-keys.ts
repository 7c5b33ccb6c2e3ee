const der = (tag: number, content: Buffer): Buffer => {
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}
const integer = (value: string | bigint) => {
  const hex = typeof value === 'bigint' ? value.toString(16) : Buffer.from(value, 'base64url').toString('hex')
  const bytes = Buffer.from(hex.length % 2 ? `0${hex}` : hex, 'hex')
  return der(2, (bytes[0] ?? 0) > 127 ? Buffer.concat([Buffer.from([0]), bytes]) : bytes)
}

/** A key of any numbers, whether they belong together or not. */
export function pemOfNumbers(numbers: readonly (string | bigint)[]): string {
  const rsa = der(0x30, Buffer.concat([0n, ...numbers].map(integer)))
  const algorithm = der(0x30, Buffer.from('06092a864886f70d0101010500', 'hex'))
  const key = der(0x30, Buffer.concat([integer(0n), algorithm, der(4, rsa)]))
  const lines = key.toString('base64').match(/.{1,64}/g) ?? []
  return ['-----BEGIN PRIVATE KEY-----', ...lines, '-----END PRIVATE KEY-----', ''].join('\n')
}

/** A key of 27,200 bits whose primes do not fit: OpenSSL takes seconds to sign with it. */
export function slowKey(): string {
  const long = Buffer.alloc(3_400, 0xff).toString('base64url')
  return pemOfNumbers([long, 65_537n, long, 3n, 5n, 1n, 1n, 1n])
}
