import { existsSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { ApiError } from '@colloquy/api'
import type { PageRenderer } from '@colloquy/chat'

/** File in the widget's build that renders pages; the path is the same from the sources and from the compiled files. */
const file = fileURLToPath(new URL('../../../widget/dist/page/page.js', import.meta.url))

let loading: Promise<PageRenderer> | undefined

/** Loads the renderer of chats as HTML. */
export async function loadRenderer(): Promise<PageRenderer> {
  if (!existsSync(file)) throw new ApiError('not_found', { message: 'The widget is not built: run npm run build' })
  loading ??= import(pathToFileURL(file).href).then(({ renderer }: { renderer: PageRenderer }) => renderer)
  return loading
}
