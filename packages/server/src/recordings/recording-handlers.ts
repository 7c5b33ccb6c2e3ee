import type { Handlers } from '../http/handler.js'
import { readRecording } from './read-recording.js'

/** Recorded answers of services are only for people who may edit the bot, as are the details of logs. */
export const recordingHandlers: Handlers<'getRecording' | 'tryOtherReplies'> = {
  async getRecording(service, { params, bot }) {
    return readRecording(service, bot, { resultId: params.resultId, others: [] })
  },

  async tryOtherReplies(service, { params, body, bot }) {
    return readRecording(service, bot, { resultId: params.resultId, others: body.replies })
  },
}
