import { existsSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { ApiError } from '@colloquy/api'
import type { PageDrawer } from '@colloquy/chat'

/** Where the widget's build puts what draws pages; the same place from the sources and from what is compiled of them. */
const file = fileURLToPath(new URL('../../../widget/dist/page/page.js', import.meta.url))

let loading: Promise<PageDrawer> | undefined

/** What draws chats as HTML. */
export async function loadDrawer(): Promise<PageDrawer> {
  if (!existsSync(file)) throw new ApiError('not_found', { message: 'The widget is not built: run npm run build' })
  loading ??= import(pathToFileURL(file).href).then(({ drawer }: { drawer: PageDrawer }) => drawer)
  return loading
}
