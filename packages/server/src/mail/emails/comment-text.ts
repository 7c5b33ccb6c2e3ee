interface Parts {
  intro: string
  text: string
  link: string | undefined
  stop: string
}

/** Joins the paragraphs of an email about a comment. */
export const commentText = ({ intro, text, link, stop }: Parts): string =>
  `${[intro, text, ...(link === undefined ? [] : [link]), stop].join('\n\n')}\n`
