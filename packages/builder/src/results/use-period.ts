import type { TimeFilter } from '@colloquy/api'
import { useState } from 'react'
import { keptInBrowser } from '../design/kept.js'
import { ownZone } from '../design/time-zones.js'

/** Which results are meant, and where days begin. */
export interface Period {
  timeFilter: TimeFilter
  timeZone: string
}

const zoneKey = 'colloquy-time-zone'

/** The period that a page shows. Its time zone is remembered on this device. */
export function usePeriod(first: TimeFilter): [Period, (change: Partial<Period>) => void] {
  const [period, setPeriod] = useState<Period>(() => ({
    timeFilter: first,
    timeZone: keptInBrowser.get(zoneKey) ?? ownZone(),
  }))
  const change = (part: Partial<Period>) => {
    if (part.timeZone === ownZone()) keptInBrowser.delete(zoneKey)
    else if (part.timeZone !== undefined) keptInBrowser.set(zoneKey, part.timeZone)
    setPeriod({ ...period, ...part })
  }
  return [period, change]
}
