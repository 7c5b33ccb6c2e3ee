import { afterEach, expect, test } from 'vitest'
import { defaultLimits, type LimitName } from '../limits/limits.js'
import type { TextKind } from './document.js'
import { Documents } from './documents.js'

let documents: Documents
const reached: LimitName[] = []
afterEach(() => documents.close())

function open(limits: Partial<typeof defaultLimits> = {}) {
  reached.length = 0
  documents = new Documents({ ...defaultLimits, ...limits }, (name) => reached.push(name))
}
const read = (kind: TextKind, text: string, workspaceId = 'w') =>
  documents.read(workspaceId, 'chunkDocument', { kind, text, title: 'T', url: null })
const titles = (found: Awaited<ReturnType<typeof read>>) =>
  'problem' in found ? found.problem : found.result.chunks.map(({ title, text }) => `${title}: ${text}`)

/** Opens hundreds of elements again in each paragraph. */
const reopening = `<p>${Array.from({ length: 480 }, (_, index) => `<b id=${index}>`).join('')}${'<p>a'.repeat(3_000)}`

test('A small document is not read on the main thread, which answers meanwhile', async () => {
  open({ documentElements: 1e9, documentMilliseconds: 500 })
  let turns = 0
  const timer = setInterval(() => (turns += 1), 5)
  const found = await read('html', reopening)
  clearInterval(timer)
  expect(found).toEqual({ problem: 'It took longer than 500 ms to read. Divide or simplify it.' })
  expect(turns).toBeGreaterThan(20)
  expect(reached).toEqual(['documentMilliseconds'])
})

test('A document that takes too much memory fails alone, and the next one is read', async () => {
  open({ documentElements: 1e9, documentMegabytes: 64, documentMilliseconds: 60_000 })
  const [found, next] = await Promise.all([read('html', reopening), read('text', 'Hello')])
  expect(found).toEqual({ problem: 'It took more than 64 MB to read. Divide or simplify it.' })
  expect(titles(next)).toEqual(['T: Hello'])
})

test('Workspaces take turns, and one with too many documents waiting is rejected', async () => {
  open({ waitingDocuments: 2 })
  const order: string[] = []
  const noted = (name: string, workspaceId: string) => read('text', name, workspaceId).then(() => void order.push(name))
  const mine = ['a', 'b', 'c'].map((name) => noted(name, 'mine'))
  const other = noted('other', 'other')
  await expect(noted('d', 'mine')).rejects.toMatchObject({ code: 'too_many_requests', limit: 'waitingDocuments' })
  await Promise.all([...mine, other])
  expect(order.indexOf('other')).toBeLessThan(order.indexOf('c'))
})

test('A page that makes too many elements, nests or describes them too much is refused with the reason', async () => {
  open()
  expect(titles(await read('html', reopening))).toContain('more than 100000 elements')
  expect(titles(await read('html', '<div>'.repeat(600)))).toContain('more than 500 levels deep')
  const attributes = Array.from({ length: 300 }, (_, index) => `a${index}`).join(' ')
  expect(titles(await read('html', `<p ${attributes}>Hello`))).toContain('more than 200 attributes')
})

test('A CSV with rows of different lengths keeps what belongs to a column, and one with too many columns is refused', async () => {
  open()
  expect(titles(await read('csv', 'City,Hours\nBremen\nHamburg,10 to 19,late'))).toEqual([
    'T › Bremen: City: Bremen',
    'T › Hamburg: City: Hamburg\nHours: 10 to 19',
  ])
  expect(titles(await read('csv', `${'a,'.repeat(300)}a\nx`))).toContain('The CSV has 301 columns, and may have 200.')
})

test('A document with more passages than a base may have is refused before all of it is read', async () => {
  open({ knowledgeChunks: 10 })
  const lines = (count: number, line: string) => `${line}\n`.repeat(count)
  for (const [kind, text] of [
    ['text', lines(20_000, 'Hello')],
    ['markdown', lines(20_000, '# A\nb')],
    ['csv', lines(20_000, 'a,b')],
    ['html', lines(20_000, '<h1>A</h1><p>b')],
  ] as const)
    expect(titles(await read(kind, text))).toBe('It has more than 10 passages. Divide it.')
})

test('Tags that are closed in the wrong order, and text between the cells of a table, are found where a browser shows them', async () => {
  open()
  const html =
    '<h1>A<b>B<i>C</b>D</i></h1><p>1<b>2<p>3</b>4</p><table>5<tr>6<td>7</table><template>8</template><!-- 9 -->'
  expect(titles(await read('html', html))).toEqual(['T › ABCD: 12\n\n34\n\n56\n\n7'])
})
