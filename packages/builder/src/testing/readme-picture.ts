/** Takes the picture of the README, docs/images/builder.webp, from a running service: a bot on the canvas beside its preview. */
import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Browser } from 'playwright-core'
import { templates } from '../templates/templates.js'
import { launchBrowser, openSignedIn } from './browser.js'
import { runService } from './running-service.js'

const file = fileURLToPath(new URL('../../../../docs/images/builder.webp', import.meta.url))
const viewport = { width: 1440, height: 800 }

const service = await runService()
const browser = await launchBrowser()
try {
  // Without its emoji, which not every machine has a font for.
  const botId = await service.make({ ...templates[0]!.bot, icon: null })
  const page = await openSignedIn(browser, service, `/bots/${botId}`, { viewport })
  await page.locator('.group').first().waitFor()
  await page.getByRole('button', { name: 'Preview', exact: true }).first().click()
  const chat = page.frameLocator('.preview-frame')
  await chat.locator('[data-answer]').fill('Ada')
  await page.keyboard.press('Enter')
  await chat.getByRole('button', { name: 'See a demo' }).waitFor()
  await page.isCalm()
  const picture = await toWebp(browser, await page.screenshot())
  await writeFile(file, picture)
  console.log(`${file}: ${picture.length.toLocaleString('en')} bytes`)
} finally {
  await browser.close()
  await service.close()
}

/** Playwright writes PNG and JPEG only, so the browser encodes WebP itself. */
async function toWebp(browser: Browser, png: Buffer): Promise<Buffer> {
  const page = await browser.newPage()
  const url = await page.evaluate(
    async (source) => {
      const picture = new Image()
      picture.src = source
      await picture.decode()
      const canvas = document.createElement('canvas')
      canvas.width = picture.naturalWidth
      canvas.height = picture.naturalHeight
      canvas.getContext('2d')!.drawImage(picture, 0, 0)
      return canvas.toDataURL('image/webp', 0.9)
    },
    `data:image/png;base64,${png.toString('base64')}`,
  )
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64')
}
