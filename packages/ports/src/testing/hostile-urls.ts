/** Ways to write the addresses that flows may not call. Each leads there, or nowhere; none leads anywhere else. */
export function hostileUrls(): string[] {
  const urls = [
    ...forbiddenIpv4.flatMap((address) => spellings(octets(address))),
    ...forbiddenIpv6.flatMap((address) => [
      `http://[${address}]/`,
      `http://[${address.toUpperCase()}]:8080/`,
      `https://[${address}]`,
    ]),
    ...forbiddenNames.flatMap((name) => [
      `http://${name}/`,
      `http://${name.toUpperCase()}:8080/x`,
      `https://${name}./`,
    ]),
    ...zoned,
  ]
  return [...new Set(urls)]
}

/** Addresses that two parsers may read differently: one of them sees the public host, one the forbidden. */
export const ambiguousUrls = (publicAddress: string): string[] => [
  `http://${publicAddress}\\@127.0.0.1/`,
  `http://${publicAddress}#@127.0.0.1/`,
  `http://${publicAddress}?@10.0.0.5/`,
  `http://${publicAddress}/@10.0.0.5`,
  `http://${publicAddress}:80\\@169.254.169.254/`,
  `http://${publicAddress}:80@10.0.0.5/`,
  `http://${publicAddress}:@10.0.0.5:80/`,
  `http://${publicAddress}%2f@10.0.0.5/`,
  `http://${publicAddress}&@10.0.0.5#@${publicAddress}/`,
  `http://127.0.0.1\\@${publicAddress}/`,
  `http://127.0.0.1 @${publicAddress}/`,
  `http://0x7f.1\t@${publicAddress}/`,
  `//10.0.0.5\\..\\${publicAddress}`,
]

const forbiddenIpv4 = [
  ...['127.0.0.1', '127.1.2.3', '127.255.255.254', '0.0.0.0', '0.1.2.3'],
  ...['10.0.0.5', '10.255.255.254', '172.16.0.1', '172.31.255.254', '192.168.1.1', '100.64.0.1', '100.127.255.254'],
  ...['169.254.169.254', '169.254.0.1', '168.63.129.16', '100.100.100.200', '192.0.0.192'],
  ...['192.0.0.1', '192.0.2.1', '192.88.99.1', '198.18.0.1', '198.19.255.254', '198.51.100.1', '203.0.113.1'],
  ...['192.31.196.1', '192.52.193.1', '192.175.48.1', '224.0.0.1', '239.255.255.255', '240.0.0.1', '255.255.255.255'],
]

const forbiddenIpv6 = [
  ...['::', '::1', '0:0:0:0:0:0:0:1', '0000:0000:0000:0000:0000:0000:0000:0001', 'fd00::1', 'fc00::1', 'fdff:ffff::1'],
  ...['fe80::1', 'febf::1', 'fec0::1', 'ff02::1', 'ff0e::1', '100::1', '2001:db8::1', '3fff::1', '5f00::1', '4000::1'],
  ...['2001:2::1', '2001:3::1', '2001:10::1', '2001:20::1', '2001:30::1', '2001:4:112::1', '2620:4f:8000::1'],
  ...['fd00:ec2::254', 'fd20:ce::254', 'fd00:c1::a9fe:a9fe', '64:ff9b:1::a9fe:a9fe'],
]

/** The name server of the tests knows them. */
const forbiddenNames = [
  'localhost',
  'private.test',
  'linklocal.test',
  'chain.test',
  'both.test',
  'many.test',
  'mapped.test',
]

const zoned = ['http://[fe80::1%25lo]/', 'http://[fe80::1%lo]/', 'http://[fe80::1%251]:8080/', 'http://[::1%25lo]/']

function spellings(bytes: Octets): string[] {
  const [a, b, c, d] = bytes
  const whole = ((a << 24) | (b << 16) | (c << 8) | d) >>> 0
  const dotted = bytes.join('.')
  const hex = (value: number) => `0x${value.toString(16)}`
  const octal = (value: number) => `0${value.toString(8)}`
  const hosts = [
    dotted,
    `${dotted}.`,
    `${whole}`,
    hex(whole),
    hex(whole).toUpperCase(),
    `0x${whole.toString(16).padStart(20, '0')}`,
    octal(whole),
    bytes.map(hex).join('.'),
    bytes.map(octal).join('.'),
    bytes.map((byte) => `0000${octal(byte)}`).join('.'),
    `${hex(a)}.${octal(b)}.${c}.${hex(d)}`,
    `${a}.${b}.${c * 256 + d}`,
    `${a}.${(b << 16) | (c << 8) | d}`,
    `${octal(a)}.${hex((b << 16) | (c << 8) | d)}`,
    fullWidth(dotted),
    dotted.replaceAll('.', '\u3002'),
    dotted.replaceAll('.', '\uff61'),
    [...dotted].map((sign) => `%${sign.charCodeAt(0).toString(16)}`).join(''),
    dotted.replaceAll('1', '\u2460').replaceAll('2', '\u00b2'),
    `${dotted.slice(0, 2)}\u00ad${dotted.slice(2)}`,
    ...embeddings(bytes).map((address) => `[${address}]`),
  ]
  return [
    ...hosts.map((host) => `http://${host}/`),
    `http://user:pw@${dotted}/`,
    `http://93.184.216.34@${dotted}/`,
    `http://93.184.216.34:80@${dotted}:80/`,
    `http://${dotted}#@93.184.216.34/`,
    `http://${dotted}?@93.184.216.34`,
    `http://${dotted}\\@93.184.216.34/`,
    `http:\\\\${dotted}\\`,
    `http:/${dotted}`,
    `http:${dotted}`,
    `HtTp:///${dotted}/`,
    ` \n\thttp://${dotted.slice(0, 3)}\t\n${dotted.slice(3)}/ `,
    `http://${dotted}:8080/`,
    `https://${dotted}/`,
  ]
}

/** IPv6 addresses that carry an IPv4 address, by each way that was ever defined for that. */
function embeddings(bytes: Octets): string[] {
  const [a, b, c, d] = bytes
  const dotted = bytes.join('.')
  const words = (...[w, x, y, z]: Octets) => `${((w << 8) | x).toString(16)}:${((y << 8) | z).toString(16)}`
  const hex = words(a, b, c, d)
  return [
    `::ffff:${dotted}`,
    `::ffff:${hex}`,
    `0:0:0:0:0:FFFF:${hex.toUpperCase()}`,
    `::${dotted}`,
    `::${hex}`,
    `::ffff:0:${dotted}`,
    `64:ff9b::${dotted}`,
    `64:ff9b::${hex}`,
    `64:ff9b:1::${dotted}`,
    `2002:${hex}::1`,
    `2001:0:${hex}::1`,
    `2001:0:4136:e378:8000:63bf:${words(~a & 255, ~b & 255, ~c & 255, ~d & 255)}`,
    `2606:4700::5efe:${dotted}`,
    `2606:4700::200:5efe:${dotted}`,
  ]
}

type Octets = [number, number, number, number]

function octets(address: string): Octets {
  return address.split('.').map(Number) as Octets
}

function fullWidth(text: string): string {
  return text.replace(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit)))
}
