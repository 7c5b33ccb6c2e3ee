import { escapeHtml } from '@colloquy/api'
import { newNonce } from '../http/new-nonce.js'
import type { SignInOutcome } from './sign-in.js'

/** Name of the `BroadcastChannel` on which the page reports the outcome of a provider authorization to others of this origin. */
export const signInChannel = 'colloquy oauth'

/** The page at the end of a provider authorization: it notifies the waiting page, and closes itself if the browser allows it. */
export function closingPage(outcome: SignInOutcome): { html: string; headers: Record<string, string> } {
  const nonce = newNonce()
  const [title, text] =
    'problem' in outcome ? ['Not signed in', outcome.problem] : ['Signed in', 'You can close this window.']
  const told = JSON.stringify(outcome).replaceAll('<', '\\u003c')
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style nonce="${nonce}">
:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
body{min-height:100dvh;margin:0;display:grid;place-content:center;justify-items:center;text-align:center}
main{max-width:26rem;padding:1.5rem}h1{font-size:1.25rem;margin:0 0 .5rem}p{margin:0;overflow-wrap:anywhere}
</style>
</head>
<body>
<main><h1>${title}</h1><p>${escapeHtml(text)}</p></main>
<script nonce="${nonce}">
const outcome = ${told}
new BroadcastChannel(${JSON.stringify(signInChannel)}).postMessage(outcome)
if (outcome.credentialsId) window.close()
</script>
</body>
</html>
`
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    'referrer-policy': 'no-referrer',
  }
  return { html, headers }
}
