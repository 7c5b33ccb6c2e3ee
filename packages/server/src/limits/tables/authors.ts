import type { Limit } from '../limit.js'

/** Limits of what authors edit and store in one bot or workspace, beside the quotas. */
export const authorLimits = {
  operationsPerBatch: {
    section: 'Authors',
    value: 500,
    unit: 'count',
    about: 'Operations that one request may apply to a draft',
    error: 'too_many_operations',
  },
  environmentsPerBot: {
    section: 'Authors',
    value: 10,
    unit: 'count',
    about: 'Environments of one bot beside live',
    error: 'too_many_environments',
  },
  summaryLinks: {
    section: 'Authors',
    value: 50,
    unit: 'count',
    about: 'Links to the summary of one bot',
    error: 'too_many_summary_links',
  },
  summaryMails: {
    section: 'Authors',
    value: 50,
    unit: 'count',
    about: 'Addresses that get the summary of one bot by email',
    error: 'too_many_summary_mails',
  },
  botTests: {
    section: 'Authors',
    value: 500,
    unit: 'count',
    about: 'Tests of one bot',
    error: 'tests_full',
  },
  botTestBytes: {
    section: 'Authors',
    value: 4_000_000,
    unit: 'bytes',
    about: 'All tests of one bot as JSON, with the recorded answers of services',
    error: 'tests_full',
  },
  themeTemplateBytes: {
    section: 'Authors',
    value: 4_000_000,
    unit: 'bytes',
    about: 'All saved themes of one workspace as JSON',
    error: 'theme_templates_full',
  },
  waitingFlows: {
    section: 'Authors',
    value: 4,
    unit: 'count',
    about: 'Requests of one workspace that wait for a large flow to be imported, checked, tested or updated',
    error: 'too_many_requests',
  },
  flowMilliseconds: {
    section: 'Authors',
    value: 20_000,
    unit: 'ms',
    about: 'Time to import, check, test or update a large flow',
    error: 'invalid_flow',
  },
  headCodeBytes: {
    section: 'Authors',
    value: 50_000,
    unit: 'bytes',
    about: "A bot's custom head code",
    error: 'head_code_not_allowed',
  },
  headCodeDepth: {
    section: 'Authors',
    value: 500,
    unit: 'count',
    about: 'Nesting of the elements in custom head code',
    error: 'head_code_not_allowed',
  },
  headCodeMilliseconds: {
    section: 'Authors',
    value: 1_000,
    unit: 'ms',
    about: 'Time to parse custom head code',
    error: 'head_code_not_allowed',
  },
} as const satisfies Record<string, Limit>
