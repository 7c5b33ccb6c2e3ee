/** A text with values in it: what the author wrote, and what takes the place of each placeholder. */
export type Piece = { readonly text: string } | { readonly value: string }

/** A text with values that keep their type, as JSON needs them. */
export type TypedPiece = { readonly text: string } | { readonly value: string | readonly (string | null)[] | null }
