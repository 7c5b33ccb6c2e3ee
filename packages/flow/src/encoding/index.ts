// One encoder for each position in which a value may stand: what visitors and services provide never becomes syntax there.
export { encodeComponent, encodeSegment, fillAddress, withParameters } from './address.js'
export { fillForm, formComponent } from './form.js'
export { encodeHeader } from './header.js'
export { escapeHtml, fillHtml, withHtmlBreaks } from './html.js'
export { fillJson, isJsonTemplate } from './json.js'
export type { Piece, TypedPiece } from './pieces.js'
export { fillScript } from './script.js'
