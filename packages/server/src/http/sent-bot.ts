import { ApiError, type ErrorCode } from '@colloquy/api'
import { parseJsonBody } from './json-body.js'

/** A bot as sent by a request: parsed, or as JSON if it is large, so that it need not be copied between threads part by part. */
export type SentBot = object | string

export function readSentBot(bot: SentBot): object {
  return typeof bot === 'string' ? JSON.parse(bot) : bot
}

export type SplitBody =
  | { ok: true; body: unknown; bot: string | undefined }
  | { ok: false; code: ErrorCode; message: string }

const isObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value)

/** Splits a body that contains a bot into the bot as JSON and the rest, with an empty bot in its place. */
export function splitBody({ bytes, depth }: { bytes: Uint8Array; depth: number }): SplitBody {
  try {
    const body = parseJsonBody(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), depth)
    if (!isObject(body) || !isObject(body.bot)) return { ok: true, body, bot: undefined }
    return { ok: true, body: { ...body, bot: {} }, bot: JSON.stringify(body.bot) }
  } catch (error) {
    if (error instanceof ApiError) return { ok: false, code: error.code, message: error.message }
    throw error
  }
}
