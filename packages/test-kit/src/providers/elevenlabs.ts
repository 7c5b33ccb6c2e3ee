import { type ReceivedRequest, type StandInResponse, standIn } from './stand-in.js'

export const elevenLabsKey = 'planted-elevenlabs-key'

/** The beginning of an MP3 file: an ID3 tag, by which the type is recognized, and one silent frame. */
export const recording = Buffer.concat([
  Buffer.from('ID3\x04\0\0\0\0\0\0', 'latin1'),
  Buffer.from([0xff, 0xfb, 0x90, 0x00]),
  Buffer.alloc(413),
])

/** ElevenLabs: voices, models and speech; a wrong key returns the error that repeats it. */
export const elevenLabsStandIn = () => standIn(answer)

function answer({ method, path, headers, json }: ReceivedRequest): StandInResponse {
  const key = headers['xi-api-key']
  if (key !== elevenLabsKey) {
    return { status: 401, json: { detail: { status: 'invalid_api_key', message: `Invalid API key ${key}` } } }
  }
  if (method === 'GET' && path === '/v1/user') return { json: { user_id: 'u1' } }
  if (method === 'GET' && path === '/v1/voices') {
    return { json: { voices: [{ voice_id: 'v1', name: 'Ada' }, { voice_id: 'v2' }] } }
  }
  if (method === 'GET' && path === '/v1/models') {
    return {
      json: [
        { model_id: 'm1', name: 'Multilingual', can_do_text_to_speech: true },
        { model_id: 'm2', name: 'Changer', can_do_text_to_speech: false },
      ],
    }
  }
  if (method === 'POST' && path.startsWith('/v1/text-to-speech/')) {
    if (typeof json?.text !== 'string') return { status: 422, json: { detail: [{ msg: 'field required' }] } }
    if (path !== '/v1/text-to-speech/v1') {
      return { status: 404, json: { detail: { status: 'voice_not_found', message: 'No such voice' } } }
    }
    return { headers: { 'content-type': 'audio/mpeg' }, body: recording }
  }
  return { status: 404, json: { detail: 'Not Found' } }
}
