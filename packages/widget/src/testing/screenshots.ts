/** Draws each input in two themes into `packages/widget/screenshots`, to be looked at. */
import { mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { launchBrowser, openPage } from './browser.js'
import { flowOf, says } from './flow-of.js'
import { runService } from './running-service.js'
import { sampleInputs } from './sample-inputs.js'
import { servePictures } from './serve-pictures.js'
import { themes } from './themes.js'

const folder = fileURLToPath(new URL('../../screenshots', import.meta.url))
const only = process.argv.slice(2)

await mkdir(folder, { recursive: true })
const service = await runService()
const browser = await launchBrowser()
try {
  for (const [themeName, theme] of Object.entries(themes)) {
    for (const [name, input] of Object.entries(sampleInputs)) {
      if (only.length > 0 && !only.includes(name)) continue
      const publicId = `${themeName}-${name}`
      const blocks = [
        says('Hi, I am Ada. Good to see you here!', 'hello'),
        says('Shall we find out what would suit you best? It takes two minutes.', 'offer'),
        { ...sampleInputs.buttons, id: 'first' },
        says('Wonderful. One more question, then we are there.', 'more'),
        input,
      ]
      await service.publish(flowOf(publicId, blocks, { theme }))
      const page = await openPage(browser, { viewport: { width: 760, height: 720 } })
      await servePictures(page)
      await page.goto(`${service.url}/c/${publicId}`)
      await page.getByRole('button', { name: 'A web shop' }).click()
      await page.locator('.bubble', { hasText: 'One more question' }).waitFor()
      await page.waitForFunction(
        () => !document.querySelector('colloquy-standard')?.shadowRoot?.querySelector('.waiting'),
      )
      await page.waitForTimeout(300)
      await page.screenshot({ path: `${folder}/${name}-${themeName}.png` })
      await page.context().close()
    }
  }
} finally {
  await browser.close()
  await service.close()
}
