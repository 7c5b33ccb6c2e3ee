import type { Page } from 'playwright-core'

const colours: Record<string, string> = { mountains: '#8fa8c8', sea: '#5fb3c9', forest: '#7fb08a' }

/** Serves the images of the examples, which exist on no host. */
export async function servePictures(page: Page): Promise<void> {
  await page.route('http://127.0.0.1:9/pictures/*', (route) => {
    const name = /(\w+)\.svg$/.exec(route.request().url())?.[1] ?? ''
    const body = `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300"><rect width="400" height="300" fill="${colours[name] ?? '#ccc'}"/><circle cx="300" cy="90" r="46" fill="#fff8"/><path d="M0 300L120 140L210 240L290 170L400 300z" fill="#0003"/></svg>`
    return route.fulfill({ contentType: 'image/svg+xml', body })
  })
}
