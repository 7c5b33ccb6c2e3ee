import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The host of images for tests: `http://pictures.example/sea.svg`. Browsers of tests find it, and nobody else. */
export const picturesHost = 'pictures.example'

const colours: Record<string, string> = { mountains: '#8fa8c8', sea: '#5fb3c9', forest: '#7fb08a' }

let started: Promise<number> | undefined

/** Serves the images for the browsers of this process, and ends with it. Resolves to its port. */
export function servePictures(): Promise<number> {
  started ??= new Promise((resolve) => {
    const server = createServer((request, response) => {
      const name = /(\w+)\.svg$/.exec(request.url ?? '')?.[1] ?? ''
      response.writeHead(200, { 'content-type': 'image/svg+xml', connection: 'close' })
      response.end(
        `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300"><rect width="400" height="300" fill="${colours[name] ?? '#ccc'}"/><circle cx="300" cy="90" r="46" fill="#fff8"/><path d="M0 300L120 140L210 240L290 170L400 300z" fill="#0003"/></svg>`,
      )
    })
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
    server.unref()
  })
  return started
}
