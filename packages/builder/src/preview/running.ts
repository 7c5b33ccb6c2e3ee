import { createStore } from '../design/store.js'
import type { PreviewRun } from './preview-run.js'

/** Run of the open preview, for components outside the preview that continue it. */
export const running = createStore<{ run: PreviewRun | undefined }>({ run: undefined })
