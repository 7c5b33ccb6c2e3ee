import { createStore } from '../design/store.js'
import type { PreviewRun } from './preview-run.js'

/** The run of the preview that is open, for what else has it go on. */
export const running = createStore<{ run: PreviewRun | undefined }>({ run: undefined })
