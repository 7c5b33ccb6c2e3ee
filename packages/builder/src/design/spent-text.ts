import { locale } from '../i18n/i18n.js'

/** How many tokens calls took and gave. */
export const tokensText = ({ inputTokens, outputTokens }: { inputTokens: number; outputTokens: number }): string =>
  (inputTokens + outputTokens).toLocaleString(locale)

/** A cost in a currency: models cost fractions of a cent. */
export const costText = (cost: number, currency: string): string =>
  cost.toLocaleString(locale, {
    style: 'currency',
    currency,
    minimumFractionDigits: 2,
    maximumFractionDigits: cost < 1 ? 4 : 2,
  })
