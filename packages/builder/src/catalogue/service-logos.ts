import type { ServiceLogo } from '@colloquy/flow/blocks'
import anthropic from 'simple-icons/icons/anthropic.svg'
import cal from 'simple-icons/icons/caldotcom.svg'
import chatwoot from 'simple-icons/icons/chatwoot.svg'
import deepseek from 'simple-icons/icons/deepseek.svg'
import dify from 'simple-icons/icons/dify.svg'
import elevenlabs from 'simple-icons/icons/elevenlabs.svg'
import gmail from 'simple-icons/icons/gmail.svg'
import googleAnalytics from 'simple-icons/icons/googleanalytics.svg'
import googleSheets from 'simple-icons/icons/googlesheets.svg'
import make from 'simple-icons/icons/make.svg'
import meta from 'simple-icons/icons/meta.svg'
import mistral from 'simple-icons/icons/mistralai.svg'
import openRouter from 'simple-icons/icons/openrouter.svg'
import perplexity from 'simple-icons/icons/perplexity.svg'
import posthog from 'simple-icons/icons/posthog.svg'
import zapier from 'simple-icons/icons/zapier.svg'
import zendesk from 'simple-icons/icons/zendesk.svg'

/** Addresses of the logos of services; a browser loads those that it shows. Services without a free logo keep the icon of their kind. */
export const serviceLogos: Record<ServiceLogo, string> = {
  anthropic,
  cal,
  chatwoot,
  deepseek,
  dify,
  elevenlabs,
  gmail,
  googleAnalytics,
  googleSheets,
  make,
  meta,
  mistral,
  openRouter,
  perplexity,
  posthog,
  zapier,
  zendesk,
}
