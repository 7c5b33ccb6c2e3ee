const isStill = matchMedia('(prefers-reduced-motion: reduce)')

/** For how long the view glides to another place, in milliseconds; not at all for who does not want things to move. */
export const glide = (): { duration: number } => ({ duration: isStill.matches ? 0 : 250 })
