import { strToU8, zipSync } from 'fflate'
import { type EmbedAddress, type EmbedOptions, htmlSnippet, type Kind } from './snippets.js'

/** A WordPress plugin that shows the bot: a zip file with one PHP file. */
export function wordpressPlugin(kind: Kind, options: EmbedOptions, address: EmbedAddress): Uint8Array<ArrayBuffer> {
  const name = `colloquy-${address.publicId}`
  return zipSync({ [`${name}/${name}.php`]: strToU8(pluginCode(kind, options, address)) }) as Uint8Array<ArrayBuffer>
}

/** Chats in a page stand where the shortcode is, others at the end of each page. */
function pluginCode(kind: Kind, options: EmbedOptions, address: EmbedAddress): string {
  const html = phpText(htmlSnippet(kind, options, address))
  const show =
    kind === 'standard'
      ? `add_shortcode( 'colloquy_chat', function () {\n\treturn ${html};\n} );`
      : `add_action( 'wp_footer', function () {\n\techo ${html};\n} );`
  return `<?php
/**
 * Plugin Name: Colloquy chat (${address.publicId})
 * Description: Shows the bot ${address.publicId} from ${address.origin}.
 * Version: 1.0.0
 * Requires PHP: 7.2
 */

if ( ! defined( 'ABSPATH' ) ) {
\texit;
}

${show}
`
}

/** A text in single quotes, in which PHP reads nothing but these two escapes. */
const phpText = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
