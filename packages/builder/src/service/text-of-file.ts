/** Returns the text of a chosen file, in the encoding that its editor used. No page needs the encodings before a file is chosen. */
export async function textOfFile(file: File): Promise<string> {
  const [{ textOfFile: textOf }, bytes] = await Promise.all([
    import('@colloquy/flow/text-of-bytes'),
    file.arrayBuffer(),
  ])
  return textOf(new Uint8Array(bytes))
}
