interface ScaleOptions {
  buttonType?: string | undefined
  length?: number | undefined
  startsAt?: number | string | undefined
}

/** The first and the last rate of a rating, whole steps apart. Icons start at one; a start that is not a number counts as zero. */
export function scaleOf({ buttonType, length, startsAt }: ScaleOptions = {}): { first: number; last: number } {
  const first = buttonType === 'Icons' ? 1 : Number(startsAt ?? 0)
  return { first: Number.isFinite(first) ? first : 0, last: length || 10 }
}
