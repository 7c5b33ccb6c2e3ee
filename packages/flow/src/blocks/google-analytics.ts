import { hiddenText, number, text } from '../fields/fields.js'
import { defineBlock } from './define.js'
import { pageOnly } from './shared.js'

export const googleAnalytics = defineBlock({
  type: 'Google Analytics',
  section: 'integration',
  label: 'Google Analytics',
  icon: 'chart-line',
  logo: 'googleAnalytics',
  description: 'Report an event',
  keywords: 'ga4, tracking, tag, gtag',
  needsPageScripts: true,
  options: {
    trackingId: hiddenText({ label: 'Tracking' }),
    category: text({ label: 'Category' }),
    action: text({ label: 'Action' }),
    label: text({ label: 'Label' }),
    sendTo: hiddenText({ label: 'Send to', isAdvanced: true }),
    value: number({ label: 'Value', shows: 'variable' }),
  },
  needs: { 'options.trackingId': 'Give the tracking id' },
  pageTracking: ({ options }) => ({ googleAnalyticsId: options?.trackingId }),
  messaging: pageOnly,
})
