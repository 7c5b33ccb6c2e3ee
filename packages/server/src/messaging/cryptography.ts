import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { Cryptography } from '@colloquy/channels'

/** With this, definitions of channels verify webhook calls. */
export const cryptography: Cryptography = {
  hmac: (algorithm, secret, content) => createHmac(algorithm, secret).update(content).digest('hex'),
  isEqual(given, expected) {
    const digest = (text: string) => createHash('sha256').update(text).digest()
    return timingSafeEqual(digest(given), digest(expected))
  },
}
