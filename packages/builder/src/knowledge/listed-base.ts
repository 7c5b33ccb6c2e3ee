import { bytes } from '../design/bytes.js'
import { t } from '../i18n/i18n.js'
import type { Answer } from '../service/api.js'

export type ListedBase = Answer<'listKnowledgeBases'>['knowledgeBases'][number]

/** How much a base holds, as its row and its page say it. */
export const sizeOf = ({ sources, chunks, bytes: size }: ListedBase): string =>
  sources === 0
    ? t('Empty')
    : t(
        '{sources, plural, one {# source} other {# sources}}, {chunks, plural, one {# passage} other {# passages}}, {size}',
        { sources, chunks, size: bytes(size) },
      )
