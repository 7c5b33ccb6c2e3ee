import { createSocket } from 'node:dgram'

/** Records of a name: addresses, or an alias. With `each`, the lists are returned one after another, the last one indefinitely. */
export type Records = Record<string, readonly string[] | { cname: string } | { each: readonly (readonly string[])[] }>

/** A name server on UDP with a time to live of 0; unknown names do not exist. */
export async function startDnsServer(records: Records, port = 53) {
  const asked = new Map<string, number>()
  const socket = createSocket('udp4')
  socket.on('message', (query, from) => {
    const question = readQuestion(query)
    const answers = answersTo(question, records, asked)
    socket.send(writeAnswer(query, question, answers), from.port, from.address)
  })
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject)
    socket.bind(port, '127.0.0.1', resolve)
  })
  return { close: () => new Promise<void>((resolve) => socket.close(() => resolve())) }
}

interface Question {
  name: string
  type: number
  end: number
}

interface Answer {
  name: string
  type: number
  data: Buffer
}

const types = { a: 1, cname: 5, aaaa: 28 }
const noSuchName = 3

function readQuestion(query: Buffer): Question {
  const labels: string[] = []
  let at = 12
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 }
}

/** Undefined if the name does not exist. */
function answersTo(question: Question, records: Records, asked: Map<string, number>): Answer[] | undefined {
  const { name, type } = question
  const record = records[name]
  if (record === undefined) return undefined
  if ('cname' in record) {
    const link = { name, type: types.cname, data: writeName(record.cname) }
    return [link, ...(answersTo({ ...question, name: record.cname }, records, asked) ?? [])]
  }
  const addresses = 'each' in record ? nextOf(record.each, `${name} ${type}`, asked) : record
  return addresses.flatMap((address) => {
    if (typeOf(address) !== type) return []
    return {
      name,
      type,
      data: address.includes(':') ? writeIpv6(address) : Buffer.from(address.split('.').map(Number)),
    }
  })
}

function nextOf(each: readonly (readonly string[])[], key: string, asked: Map<string, number>): readonly string[] {
  const times = asked.get(key) ?? 0
  asked.set(key, times + 1)
  return each[Math.min(times, each.length - 1)] ?? []
}

function typeOf(address: string): number {
  return address.includes(':') ? types.aaaa : types.a
}

function writeAnswer(query: Buffer, { end }: Question, answers: Answer[] | undefined): Buffer {
  const header = Buffer.alloc(12)
  query.copy(header, 0, 0, 2)
  header.writeUInt16BE(0x8580 | (answers === undefined ? noSuchName : 0), 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(answers?.length ?? 0, 6)
  return Buffer.concat([header, query.subarray(12, end), ...(answers ?? []).map(writeRecord)])
}

function writeRecord({ name, type, data }: Answer): Buffer {
  const fixed = Buffer.alloc(10)
  fixed.writeUInt16BE(type, 0)
  fixed.writeUInt16BE(1, 2)
  fixed.writeUInt16BE(data.length, 8)
  return Buffer.concat([writeName(name), fixed, data])
}

function writeName(name: string): Buffer {
  const labels = name
    .split('.')
    .map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label, 'latin1')]))
  return Buffer.concat([...labels, Buffer.from([0])])
}

function writeIpv6(address: string): Buffer {
  const [head = '', tail] = address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, dottedAsWords).split('::')
  const words = (text: string | undefined) => (text ? text.split(':').map((word) => Number.parseInt(word, 16)) : [])
  const missing = 8 - words(head).length - words(tail).length
  const all = [...words(head), ...Array.from({ length: missing }, () => 0), ...words(tail)]
  return Buffer.from(all.flatMap((word) => [word >> 8, word & 255]))
}

function dottedAsWords(_: string, ...parts: string[]): string {
  const [a = 0, b = 0, c = 0, d = 0] = parts.slice(0, 4).map(Number)
  return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`
}
