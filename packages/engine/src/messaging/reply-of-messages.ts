import type { IncomingContent } from '@colloquy/channels'
import type { ReplyMessage } from '@colloquy/chat'

/** Kind of the input that waits for the reply, with regard to files. */
export type AwaitedKind = 'files' | 'text' | 'other'

/** A message with the address of its file, if it has one. */
export type ReceivedContent = IncomingContent & {
  url?: string
  /** True for a text that was written right after another one. */
  isNextLine?: boolean
}

/**
 * Combines messages that arrived together into one reply. Texts are separated by blank lines, those that were written one after another by lines;
 * files go where the input accepts them.
 */
export function replyOfMessages(contents: readonly ReceivedContent[], awaited: AwaitedKind): ReplyMessage {
  const recording = contents.find((it) => it.kind === 'media' && it.media === 'audio' && it.url !== undefined)
  if (recording?.url !== undefined && awaited !== 'files') return { type: 'audio', url: recording.url }
  const urls = contents.flatMap(({ url }) => url ?? [])
  const words = contents.reduce<string | undefined>((before, content) => {
    const added = wordsOf(content)
    if (before === undefined || added === undefined) return before ?? added
    return before + (content.isNextLine ? '\n' : '\n\n') + added
  }, undefined)
  const chosen = contents.findLast((it) => it.kind === 'choice')
  const replyId = chosen?.kind === 'choice' && chosen.replyId !== '' ? chosen.replyId : undefined
  const text = awaited === 'files' && urls.length > 0 ? urls.join(', ') : (words ?? '')
  return {
    type: 'text',
    text,
    ...(replyId !== undefined && { metadata: { replyId } }),
    ...(awaited === 'text' && urls.length > 0 && { attachedFileUrls: urls }),
  }
}

/** True if the files of a reply are kept: only inputs for files and for text accept any. */
export function takesFiles(content: IncomingContent, awaited: AwaitedKind): boolean {
  return content.kind === 'media' && awaited !== 'other'
}

/** Some apps caption a document with its file name: this is not text from the visitor. */
function wordsOf(content: ReceivedContent): string | undefined {
  if (content.kind !== 'media') return content.text
  const { media, caption, fileName } = content
  const isName =
    media === 'document' && caption !== undefined && (caption === fileName || /^\S+\.\w{2,5}$/.test(caption))
  return isName ? undefined : caption
}
