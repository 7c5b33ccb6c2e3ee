import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'

/** The content of the file that something makes the browser download, byte by byte as characters. */
export async function downloadBy(page: Page, act: () => Promise<unknown>): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), act()])
  return readFile((await download.path())!, 'latin1')
}
