import { createServer } from 'node:http'

/**
 * Stands in for the payment provider: opens payments for the service, and has the script that renders a card field in the page and charges
 * the card. It charges cards with the number 4242, for payments that the service has opened.
 */
export async function startPaymentProvider() {
  const opened = new Map<string, Record<string, string>>()
  const paid: string[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (part) => {
      body += part
    })
    request.on('end', () => {
      const answer = (status: number, value: object) =>
        response
          .writeHead(status, { 'content-type': 'application/json', 'access-control-allow-origin': '*' })
          .end(JSON.stringify(value))
      const fields = Object.fromEntries(new URLSearchParams(body))
      if (request.url === '/v1/payment_intents') {
        const secret = `secret-${opened.size + 1}`
        opened.set(secret, { ...fields, key: request.headers.authorization ?? '' })
        return answer(200, { client_secret: secret })
      }
      if (request.url !== '/confirm') return answer(404, {})
      const { secret = '', card = '' } = fields
      if (!opened.has(secret)) return answer(404, { error: { message: 'There is no such payment' } })
      if (card !== '4242') return answer(402, { error: { message: 'This card does not work' } })
      paid.push(secret)
      return answer(200, { paymentIntent: { status: 'succeeded' } })
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
  return {
    url,
    /** Parameters of each payment that the service opened, by its secret. */
    opened,
    /** Secrets of the payments that were made. */
    paid,
    script: `window.Stripe = (key) => ({
      elements: ({ clientSecret }) => ({
        clientSecret,
        create: () => ({ mount(place) {
          const field = document.createElement('input')
          field.setAttribute('aria-label', 'Card of ' + key)
          place.append(field)
        } }),
      }),
      async confirmPayment({ elements: { clientSecret } }) {
        const card = document.querySelector('[aria-label^=Card]').value
        const response = await fetch('${url}/confirm', { method: 'POST', body: new URLSearchParams({ secret: clientSecret, card }) })
        return response.json()
      },
    })`,
    async close() {
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
