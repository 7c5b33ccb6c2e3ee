// The builder: pages on which people make bots, try them out, publish them and read what was answered.
// It knows the service only through its API, and of flows only their types until a form or a check needs their schemas.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import './design/fonts.css'
import './design/tokens.css'
import './design/base.css'
import './design/controls.css'
import './design/surfaces.css'
import { App } from './app/app.js'
import { applyColourScheme } from './design/colour-scheme.js'
import { ServiceError } from './service/api.js'
import { holdsLinkSecrets, takeLinkSecrets } from './service/signing-in.js'

// The page's policy forbids code made of text, which zod would try as it loads.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

applyColourScheme()
const link = takeLinkSecrets()
// A link that is opened where the page is open already changes nothing but what stands behind the `#`.
addEventListener('hashchange', () => holdsLinkSecrets() && location.reload())

const queries = new QueryClient({
  defaultOptions: { queries: { retry: (count, error) => count < 1 && !isRefused(error), staleTime: 5000 } },
})

/** Asking again would be answered the same. */
function isRefused(error: unknown): boolean {
  return error instanceof ServiceError && error.status >= 400 && error.status < 500
}

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <App link={link} />
    </QueryClientProvider>
  </StrictMode>,
)
