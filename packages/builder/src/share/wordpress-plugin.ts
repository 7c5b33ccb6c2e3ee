import { strToU8, zipSync } from 'fflate'
import { type EmbedOptions, htmlSnippet, type Kind, type Place } from './snippets.js'

/** A WordPress plugin that shows the bot: a zip file with one PHP file. */
export function wordpressPlugin(kind: Kind, options: EmbedOptions, place: Place): Uint8Array<ArrayBuffer> {
  const name = `colloquy-${place.publicId}`
  return zipSync({ [`${name}/${name}.php`]: strToU8(pluginCode(kind, options, place)) }) as Uint8Array<ArrayBuffer>
}

/** Chats in a page stand where the shortcode is, others at the end of each page. */
function pluginCode(kind: Kind, options: EmbedOptions, place: Place): string {
  const html = phpText(htmlSnippet(kind, options, place))
  const show =
    kind === 'standard'
      ? `add_shortcode( 'colloquy_chat', function () {\n\treturn ${html};\n} );`
      : `add_action( 'wp_footer', function () {\n\techo ${html};\n} );`
  return `<?php
/**
 * Plugin Name: Colloquy chat (${place.publicId})
 * Description: Shows the bot ${place.publicId} from ${place.origin}.
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
