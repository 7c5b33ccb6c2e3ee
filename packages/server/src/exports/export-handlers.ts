import { dayOf } from '../day-of.js'
import { BareResponse, type Handlers } from '../http/handler.js'
import { requestEntry } from '../observability/logger.js'
import { idsIn } from '../results/ids-in.js'
import { resultsWanted } from '../results/result-query.js'

export const exportHandlers: Handlers<'exportResults'> = {
  async exportResults(service, { query, request, bot, mode }) {
    const { format, timeFilter, timeZone, resultIds } = query
    const { range, filter } = resultsWanted(query, service.now())
    const { exportResults } = await import('./export-results.js')
    const content = await exportResults(service, bot, {
      mode,
      format,
      range,
      ...(filter && { filter }),
      ...(resultIds && { ids: idsIn(resultIds) }),
      timeZone,
      isRaw: query.raw === true,
      includesDeletedBlocks: query.includeDeletedBlocks === true,
      onError: (error) => request.log.error({ err: error, ...requestEntry(request) }, 'export failed'),
    })
    const date = dayOf(service.now())
    const name = [
      bot.publicId ?? bot.id,
      ...(timeFilter === 'allTime' ? [] : [timeFilter]),
      ...(filter || query.filters ? ['filtered'] : []),
      date,
    ].join('_')
    return new BareResponse(
      200,
      {
        'content-type': typesOfExports[format],
        'content-disposition': `attachment; filename="${name}.${format}"`,
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      },
      content,
    )
  },
}

const typesOfExports = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ndjson: 'application/x-ndjson; charset=utf-8',
}
