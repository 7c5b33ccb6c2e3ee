import { textOfFile as textOf } from '@colloquy/flow'

/** Returns the text of a chosen file, in the encoding that its editor used. */
export const textOfFile = async (file: File): Promise<string> => textOf(new Uint8Array(await file.arrayBuffer()))
