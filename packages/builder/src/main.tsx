// The builder: pages on which people make bots, try them out, publish them and read what was answered.
// It knows the service only through its API, and of flows only their types until a form or a check needs their schemas.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import './design/tokens.css'
import './design/base.css'
import './design/controls.css'
import { App } from './app/app.js'
import { applyColourScheme } from './design/colour-scheme.js'
import { signInFromAddress } from './service/session.js'

// The page's policy forbids code made of text, which zod would try as it loads.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

applyColourScheme()
signInFromAddress()

const queries = new QueryClient({ defaultOptions: { queries: { retry: 1, staleTime: 5000 } } })

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <App />
    </QueryClientProvider>
  </StrictMode>,
)
