import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { asks, says } from '../testing/flow-of.js'
import { visiting } from '../testing/visit.js'

const tests = visiting()

/** Limits of the downloads until a visitor can answer, in KB of 1024 bytes: as in `check-sizes.mjs`, scripts are compressed by gzip. */
const limits = { page: 3, chat: 29, font: 48 }

/** The sizes of what a page with a bubble loads by itself, and then once the chat is opened, until its first input can be used. */
async function loaded(): Promise<typeof limits> {
  const { publicId } = await tests.bot([says('Your name?', 'question'), asks('text input')])
  const page = await tests.page()
  const sizes: Promise<{ type: string; bytes: number }>[] = []
  page.on('response', (response) => {
    const type = response.request().resourceType()
    const sizeOf = (body: Buffer) => (type === 'font' ? body.length : gzipSync(body, { level: 9 }).length)
    if (type === 'script' || type === 'stylesheet' || type === 'font')
      sizes.push(response.body().then((body) => ({ type, bytes: sizeOf(body) })))
  })
  const sum = async (ofFonts: boolean) =>
    (await Promise.all(sizes))
      .filter(({ type }) => (type === 'font') === ofFonts)
      .reduce((total, { bytes }) => total + bytes / 1024, 0)
  const loader = `<script type="module" src="${tests.service.url}/widget.js"></script>`
  await page.goto(tests.service.page(`${loader}<colloquy-bubble bot="${publicId}"></colloquy-bubble>`))
  const launcher = page.getByRole('button', { name: 'Chat' })
  await launcher.waitFor()
  await page.waitForLoadState('networkidle')
  const alone = await sum(false)
  await launcher.click()
  await page.getByPlaceholder('Type your answer…').waitFor()
  await expect.poll(() => sum(true)).toBeGreaterThan(0)
  return { page: alone, chat: (await sum(false)) - alone, font: await sum(true) }
}

test('a page with a bubble loads no more than the documentation says, alone and once the chat is opened', async () => {
  const found = await loaded()
  for (const part of ['page', 'chat', 'font'] as const) {
    expect(found[part], part).toBeGreaterThan(0)
    expect(found[part], part).toBeLessThanOrEqual(limits[part])
  }
  for (const file of ['README.md', 'docs/embed.md']) {
    const text = readFileSync(fileURLToPath(new URL(`../../../../${file}`, import.meta.url)), 'utf8')
    for (const [part, limit] of Object.entries(limits))
      expect(text, `${part} in ${file}`).toMatch(new RegExp(`\\b${limit} KB\\b`))
  }
})
