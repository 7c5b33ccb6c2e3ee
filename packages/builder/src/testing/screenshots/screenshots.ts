/**
 * Takes a screenshot of every page in light, dark, high contrast and on a phone, for visual review, into `packages/builder/screenshots`,
 * and reports the findings of axe.
 */
import { mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { findBarriers, launchBrowser, openPage } from '../browser.js'
import { runService } from '../running-service.js'
import { accountScenes } from './account-scenes.js'
import { botScenes } from './bot-scenes.js'
import { dashboardScenes } from './dashboard-scenes.js'
import { editorScenes } from './editor-scenes.js'
import { readerScenes } from './reader-scenes.js'
import type { Scenes } from './scene.js'
import { makeWorld } from './world.js'

const folder = fileURLToPath(new URL('../../../screenshots', import.meta.url))
/**
 * If given, only pages whose names contain one of these: `npm run screenshots -- tokens share`. The name of a look, such as `dark`,
 * excludes the other looks.
 */
const only = process.argv.slice(2)

await mkdir(folder, { recursive: true })
const service = await runService()
const browser = await launchBrowser()
const world = await makeWorld(service)
const pages: Scenes = {
  ...accountScenes(world),
  ...dashboardScenes(world),
  ...editorScenes(world),
  ...botScenes(world),
  ...readerScenes(world),
}
const looks = {
  light: { colorScheme: 'light' },
  dark: { colorScheme: 'dark' },
  contrast: { colorScheme: 'light', contrast: 'more' },
  phone: { colorScheme: 'light', viewport: { width: 390, height: 844 } },
} as const

/** Addresses in the navigation of pages, and those of which there is a screenshot: every page has to have one. */
const linked = new Set<string>()
const shown = new Set<string>()
/** An address without the id in it. */
const pageOf = (address: string) => address.replace(/^.*\/(bots|workspaces)\/[^/]+/, '/$1/:id').replace(/\/$/, '')

try {
  const names = only.filter((part) => !(part in looks))
  for (const [look, options] of Object.entries(looks)) {
    if (names.length < only.length && !only.includes(look)) continue
    for (const [name, { path, token = service.token, open }] of Object.entries(pages)) {
      if (names.length > 0 && !names.some((part) => name.includes(part))) continue
      const page = await openPage(browser, options)
      page.setDefaultTimeout(20_000)
      const isSignedOut = path === '/sign-in' || path.startsWith('#')
      const address = path === '/sign-in' ? '' : path
      await page.goto(isSignedOut ? `${service.url}/${address}` : `${service.url}${path}#token=${token}`)
      await page.locator('h1').first().waitFor({ state: 'attached' })
      await page.isCalm()
      const failure = await open?.(page).then(
        () => undefined,
        (error) => String(error).split('\n')[0],
      )
      await page.getByText('Opening…', { exact: true }).waitFor({ state: 'detached' })
      await page.waitForTimeout(350)
      shown.add(pageOf(new URL(page.url()).pathname))
      for (const link of await page.locator('.bot-tabs a, .section-page nav a').all())
        linked.add(pageOf((await link.getAttribute('href'))!))
      await page.screenshot({ path: `${folder}/${name}-${look}.png` })
      const found = [...(await findBarriers(page)), ...page.problems, ...page.elsewhere]
      if (failure) found.push(failure)
      console.log(`${name} ${look}: ${found.length === 0 ? 'fine' : `\n  ${found.join('\n  ')}`}`)
      await page.context().close()
    }
  }
  const missing = names.length > 0 ? [] : [...linked].filter((address) => !shown.has(address))
  if (missing.length > 0) {
    console.log(`No screenshot of ${missing.join(', ')}. Add it to \`pages\`.`)
    process.exitCode = 1
  }
} finally {
  await browser.close()
  await service.close()
}
