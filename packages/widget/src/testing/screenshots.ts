/** Renders each input, before and after its answer, and each message in two themes into `packages/widget/screenshots`. */
import { mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { launchBrowser, openPage } from './browser.js'
import { exampleFile } from './example-flows.js'
import { flowOf, says } from './flow-of.js'
import { runService } from './running-service.js'
import { sampleInputs } from './sample-inputs.js'
import { sampleMessages } from './sample-messages.js'
import { themes } from './themes.js'
import type { Visit } from './visit.js'

const folder = fileURLToPath(new URL('../../screenshots', import.meta.url))
const only = process.argv.slice(2)

/** Actions on an input before a second screenshot. */
const poses: Partial<Record<keyof typeof sampleInputs, (page: Visit) => Promise<unknown>>> = {
  email: (page) => page.getByRole('button', { name: 'Send' }).click(),
  'text-long': (page) => page.locator('input[type=file]').setInputFiles(['plan.pdf', 'sea.png'].map(exampleFile)),
  'buttons-multiple': async (page) => {
    for (const name of ['Design', 'Hosting and care']) await page.locator('.option', { hasText: name }).click()
  },
  pictures: (page) => page.locator('.picture', { hasText: 'Sea' }).click(),
  'rating-numbers': (page) => page.getByLabel('8 of 10').click(),
  'rating-icons': (page) => page.getByLabel('4 of 5').click(),
  file: (page) => page.locator('input[type=file]').setInputFiles(['plan.pdf', 'sea.png'].map(exampleFile)),
}

await mkdir(folder, { recursive: true })
const service = await runService()
const keys = { live: { secretKey: 'sk', publicKey: 'pk' }, test: {} }
const credentials = { type: 'stripe', name: 'The till', data: keys }
const { credentialsId } = await service.call('/v1/credentials', { workspaceId: service.workspaceId, credentials })
const browser = await launchBrowser()
try {
  for (const [themeName, theme] of Object.entries(themes)) {
    for (const [name, input] of Object.entries(sampleInputs)) {
      if (only.length > 0 && !only.includes(name)) continue
      const blocks = [
        says('Hi, I am Ada. Good to see you here!', 'hello'),
        says('Shall we find out what would suit you best? It takes two minutes.', 'offer'),
        { ...sampleInputs.buttons, id: 'first' },
        says('Wonderful. One more question, then we are there.', 'more'),
        { ...input, options: { ...(input.options as object), credentialsId } },
      ]
      const page = await drawn(`${themeName}-${name}`, blocks, theme)
      await page.getByRole('radio', { name: 'A web shop' }).click()
      await page.locator('.bubble', { hasText: 'One more question' }).waitFor()
      await shoot(page, `${name}-${themeName}`)
      const pose = poses[name as keyof typeof sampleInputs]
      await pose?.(page)
      if (pose) await shoot(page, `${name}-answered-${themeName}`)
      await page.context().close()
    }
    if (only.length > 0 && !only.includes('messages')) continue
    const page = await drawn(`${themeName}-messages`, [...sampleMessages, sampleInputs.buttons], theme, 2300)
    await page.getByRole('radio', { name: 'A web shop' }).waitFor()
    await shoot(page, `messages-${themeName}`)
    await page.context().close()
  }
} finally {
  await browser.close()
  await service.close()
}

async function drawn(
  publicId: string,
  blocks: Parameters<typeof flowOf>[1],
  theme: object,
  height = 720,
): Promise<Visit> {
  await service.publish(flowOf(publicId, blocks, { theme }))
  const page = await openPage(browser, { viewport: { width: 760, height } })
  await page.route('https://js.stripe.com/v3/', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: service.payments.script }),
  )
  await page.goto(`${service.url}/c/${publicId}`)
  return page
}

async function shoot(page: Visit, name: string): Promise<void> {
  await page.waitForFunction(() => !document.querySelector('colloquy-standard')?.shadowRoot?.querySelector('.waiting'))
  await page.waitForTimeout(300)
  await page.screenshot({ path: `${folder}/${name}.png` })
}
