import { encodeComponent } from './address.js'
import type { Piece } from './pieces.js'

/** Inserts values into the text of a form (`application/x-www-form-urlencoded`). */
export function fillForm(pieces: readonly Piece[]): string {
  return pieces.map((piece) => ('text' in piece ? piece.text : formComponent(piece.value))).join('')
}

/** Encodes a name or a value of a form. */
export const formComponent = (text: string): string => encodeComponent(text).replaceAll('%20', '+')
