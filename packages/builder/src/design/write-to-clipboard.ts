const command = () => import('./copy-by-command.js')
// Browsers copy only soon after a press: where the command will be needed, it is there before.
if (globalThis.isSecureContext === false) void command().catch(() => {})

/** Puts a text on the clipboard. Rejects if the browser allows neither its clipboard API nor its copy command. */
export async function writeToClipboard(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
  } catch (problem) {
    const { copyByCommand } = await command()
    if (!copyByCommand({ 'text/plain': text })) throw problem
  }
}
