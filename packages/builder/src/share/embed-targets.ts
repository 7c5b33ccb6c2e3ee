import { t } from '../i18n/i18n.js'
import {
  apiSnippet,
  type EmbedAddress,
  type EmbedOptions,
  frameSnippet,
  htmlSnippet,
  type Kind,
  nextSnippet,
  reactSnippet,
  scriptSnippet,
  tagSnippet,
} from './snippets.js'

/** One step of a guide: instructions, and code to copy or a file to download. */
export interface Step {
  text: string
  code?: string
  /** A file that the page generates. */
  download?: 'wordpress'
}

/** A kind of website into which a bot can be embedded. */
export interface Target {
  id: string
  name: string
  hint: string
  /** Ways in which the chat can be shown there. */
  kinds: readonly Kind[]
  /** Outline icon of the target: a path in a square of 24. */
  mark: string
  steps(kind: Kind, options: EmbedOptions, address: EmbedAddress): readonly Step[]
}

const all = ['bubble', 'popup', 'standard'] as const

export const targets: readonly Target[] = [
  {
    id: 'html',
    name: 'HTML',
    hint: t('Any website'),
    kinds: all,
    mark: 'M8 7l-5 5 5 5M16 7l5 5-5 5M13.5 5l-3 14',
    steps: (kind, options, address) => [
      {
        text:
          kind === 'standard'
            ? t('Paste this code where the chat should appear.')
            : t('Paste this code before </body> on each page that should have the chat.'),
        code: htmlSnippet(kind, options, address),
      },
    ],
  },
  {
    id: 'script',
    name: 'JavaScript',
    hint: t('Start it from a script'),
    kinds: all,
    mark: 'M4 4h16v16H4zM10 10v5.5a1.5 1.5 0 0 1-3 .5M17 11.2c-1-1.6-4-1-3.6 1 .3 1.5 3.6 1.1 3.6 3 0 1.8-3 2-3.8.3',
    steps: (kind, options, address) => [
      { text: t('Add this script to your page.'), code: scriptSnippet(kind, options, address) },
      { text: t('Call the functions of the module to open, close or prefill the chat. Embed in the docs lists them.') },
    ],
  },
  {
    id: 'react',
    name: 'React',
    hint: t('A component'),
    kinds: all,
    mark: 'M12 10.4a1.6 1.6 0 1 0 0 3.2 1.6 1.6 0 0 0 0-3.2M12 7.6c5.5 0 10 2 10 4.4s-4.5 4.4-10 4.4S2 14.4 2 12s4.5-4.4 10-4.4M8.2 9.8C11 5 15 2.2 17 3.4s1.5 6-1.2 10.8S9 21.8 7 20.6 5.4 14.6 8.2 9.8M8.2 14.2C5.4 9.4 5 4.6 7 3.4s6 1.6 8.8 6.4 3.2 9.6 1.2 10.8-6-1.6-8.8-6.4',
    steps: (kind, options, address) => [
      { text: t('Save this component as Chat.jsx.'), code: reactSnippet(kind, options, address) },
      { text: t('Render <Chat /> in the part of your app that should have it.') },
    ],
  },
  {
    id: 'next',
    name: 'Next.js',
    hint: t('App Router'),
    kinds: all,
    mark: 'M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20M9 16V8l8.5 11M15 8v5',
    steps: (kind, options, address) => [
      { text: t('Save this component as app/chat.jsx.'), code: nextSnippet(kind, options, address) },
      {
        text:
          kind === 'standard'
            ? t('Render <Chat /> on the page that should have it.')
            : t('Render <Chat /> in app/layout.jsx, before the end of <body>.'),
      },
    ],
  },
  {
    id: 'wordpress',
    name: 'WordPress',
    hint: t('A plugin to install'),
    kinds: all,
    mark: 'M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20M4 9l4 10 3-8 3 8 3-8M6 8h4M12 8h4M17 8c2 1 2 3 0 6',
    steps: (kind) => [
      { text: t('Download the plugin. It is made for this bot, with the settings above.'), download: 'wordpress' },
      {
        text: t(
          'In WordPress, open Plugins → Add New Plugin → Upload Plugin, choose the file, and select Install Now.',
        ),
      },
      {
        text:
          kind === 'standard'
            ? t('Activate the plugin, and add a Shortcode block with this text to a page.')
            : t('Activate the plugin. The chat appears on all pages.'),
        ...(kind === 'standard' && { code: '[colloquy_chat]' }),
      },
    ],
  },
  {
    id: 'shopify',
    name: 'Shopify',
    hint: t('Your online store'),
    kinds: all,
    mark: 'M5 8l1-1 12-1 2 14-7 2-10-2zM9 9c0-4 1-6 3-6s3 2 3 5M14.5 11c-2-1-4 0-4 1.5 0 2 3.5 1.5 3.5 3.5 0 1.5-2.5 2-4 .8',
    steps: (kind, options, address) =>
      kind === 'standard'
        ? [
            { text: t('In Shopify, open Online Store → Themes → Customize, and choose the page.') },
            {
              text: t('Add a Custom Liquid section, and paste this code into it.'),
              code: htmlSnippet(kind, options, address),
            },
            { text: t('Save.') },
          ]
        : [
            { text: t('In Shopify, open Online Store → Themes → … → Edit code, and choose layout/theme.liquid.') },
            { text: t('Paste this code before </body>.'), code: htmlSnippet(kind, options, address) },
            { text: t('Save.') },
          ],
  },
  {
    id: 'wix',
    name: 'Wix',
    hint: t('Custom code or embed'),
    kinds: all,
    mark: 'M2 7l3 10 3-9 3 9 2-7M14 9v8M16.5 8l5.5 9M22 8l-5.5 9',
    steps: (kind, options, address) =>
      kind === 'standard'
        ? [
            { text: t('In the editor, choose Add Elements → Embed Code → Embed HTML.') },
            { text: t('Choose Code, paste this code, and select Update.'), code: frameSnippet(options, address) },
          ]
        : [
            { text: t('In the dashboard, open Settings → Custom Code, and select Add Custom Code.') },
            {
              text: t('Paste this code, apply it to all pages, and place it in Body – end.'),
              code: htmlSnippet(kind, options, address),
            },
            { text: t('Select Apply. Wix runs custom code on published sites with a connected domain.') },
          ],
  },
  {
    id: 'webflow',
    name: 'Webflow',
    hint: t('Custom code'),
    kinds: all,
    mark: 'M2 7h4l2 6 3-6h2l2 6 3-6h4l-6 11h-4l-1-5-4 5H4z',
    steps: (kind, options, address) =>
      kind === 'standard'
        ? [
            { text: t('In the Designer, add a Code Embed element where the chat should appear.') },
            { text: t('Paste this code, and select Save & Close.'), code: htmlSnippet(kind, options, address) },
            { text: t('Publish the site.') },
          ]
        : [
            { text: t('Open Site settings → Custom code.') },
            { text: t('Paste this code into Footer code, and save.'), code: htmlSnippet(kind, options, address) },
            { text: t('Publish the site.') },
          ],
  },
  {
    id: 'framer',
    name: 'Framer',
    hint: t('Custom code or embed'),
    kinds: all,
    mark: 'M5 3h14v6.5H12zM5 9.5h7l7 7H5zM5 16.5h7V22z',
    steps: (kind, options, address) =>
      kind === 'standard'
        ? [
            { text: t('Insert an Embed from Insert → Utility, and set its type to HTML.') },
            { text: t('Paste this code.'), code: htmlSnippet(kind, options, address) },
          ]
        : [
            { text: t('Open Site settings → General → Custom code.') },
            { text: t('Paste this code into End of <body>, and save.'), code: htmlSnippet(kind, options, address) },
            { text: t('Publish the site.') },
          ],
  },
  {
    id: 'notion',
    name: 'Notion',
    hint: t('In a page'),
    kinds: ['standard'],
    mark: 'M5 4l11-1 4 3v14l-12 1-4-3V5zM9 17V9l6 8V9',
    steps: (_kind, _options, address) => [
      { text: t('In a Notion page, type /embed and choose Embed.') },
      { text: t('Paste this link, and select Embed link.'), code: address.page },
      { text: t('Drag the lower edge of the embed to make it taller.') },
    ],
  },
  {
    id: 'tag-manager',
    name: 'Tag Manager',
    hint: 'Google Tag Manager',
    kinds: ['bubble', 'popup'],
    mark: 'M12 2l10 10-10 10L2 12zM8 12h8M12 8v8',
    steps: (kind, options, address) => [
      { text: t('In your container, select Tags → New → Custom HTML.') },
      { text: t('Paste this code.'), code: tagSnippet(kind === 'popup' ? kind : 'bubble', options, address) },
      { text: t('Choose the trigger All Pages, save, and submit the container.') },
    ],
  },
  {
    id: 'iframe',
    name: 'iframe',
    hint: t('Where scripts are not allowed'),
    kinds: ['standard'],
    mark: 'M3 5h18v14H3zM3 9h18M8 13h8v3H8z',
    steps: (_kind, options, address) => [
      { text: t('Paste this code where the chat should appear.'), code: frameSnippet(options, address) },
    ],
  },
  {
    id: 'api',
    name: 'API',
    hint: t('Your own interface'),
    kinds: [],
    mark: 'M9 4C6 4 7 9 6 10.5 5.5 11.5 4 12 4 12s1.5.5 2 1.5C7 15 6 20 9 20M15 4c3 0 2 5 3 6.5.5 1 2 1.5 2 1.5s-1.5.5-2 1.5c-1 1.5 0 6.5-3 6.5M12 10v4',
    steps: (_kind, _options, address) => [
      {
        text: t('Start a chat, and reply with the session id of the first response.'),
        code: apiSnippet(address),
      },
      { text: t('Each response has the messages and the next input. The API reference describes all of them.') },
    ],
  },
]
