import type { Settings } from '../conversation/wire.js'
import { filled } from '../texts/filled.js'
import type { Texts } from '../texts/more-en.js'
import { UploadRefused } from './uploads.js'

/** Message for a visitor when an upload failed: the author's text if there is one. */
export function uploadProblem(error: unknown, file: string, texts: Texts, settings: Settings | undefined): string {
  const systemMessages = settings?.general?.systemMessages
  const code = error instanceof UploadRefused ? error.code : undefined
  if (code === 'file_type_not_allowed' || code === 'file_content_not_allowed') return filled(texts.wrongType, { file })
  // The message of the service contains its limit.
  const limit = /\b(\d{1,6}(?:\.\d{1,3})?) MB/.exec((error as Error).message)?.[1]
  if (code === 'file_size_not_allowed' && limit) {
    const sentence = systemMessages?.fileUploadSizeError || texts.tooLarge
    // Authors' texts name the file and the limit in double brackets, ours in braces.
    return filled(sentence.replace(/\[\[(\w+)\]\]/g, '{$1}'), { file, limit })
  }
  return systemMessages?.fileUploadError || texts.uploadFailed
}
