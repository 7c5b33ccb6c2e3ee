import type { EndpointId } from '@colloquy/api'
import { newId } from '../ids.js'
import { asGuest, exceedRate, unknown } from './common-failures.js'
import type { Drive, Failures } from './operation-world.js'

const inUnknownWorkspace = unknown('workspaceId')
const inUnknownZone: Drive = ({ run }) => run({ query: '?timeZone=../../etc&blockIds=a,b' })
const unpublished: Drive = async ({ service, ids, as, run }) => {
  await service.call('POST', `/api/v1/bots/${ids.botId}/unpublish`, undefined, as)
  return run()
}
const ofBase: Failures = { workspace_not_found: inUnknownWorkspace, knowledge_base_not_found: unknown('baseId') }
const ofMetrics: Failures = { bot_not_found: unknown('botId'), invalid_time_zone: inUnknownZone }

const ofContact: Failures = { workspace_not_found: inUnknownWorkspace, contact_not_found: unknown('contactId') }
const ofAttribute: Failures = {
  workspace_not_found: inUnknownWorkspace,
  contact_attribute_not_found: unknown('attributeId'),
}
const ofSegment: Failures = { workspace_not_found: inUnknownWorkspace, contact_segment_not_found: unknown('segmentId') }
const writtenContact: Failures = {
  invalid_time_zone: ({ run }) => run({ body: { timeZone: 'Mars/Olympus' } }),
  contact_identifier_taken: async ({ service, ids, as, run }) => {
    const body = { identifiers: [{ kind: 'email', value: 'taken@example.com' }] }
    await service.call('POST', `/api/v1/workspaces/${ids.workspaceId}/contacts`, body, as)
    return run({ body })
  },
  contact_too_large: ({ run }) => run({ body: { notes: 'x'.repeat(3_000) } }),
}

const withFewContacts: Drive = async ({ service, run }) => {
  const { limits } = service.config
  const before = limits.contactsPerWorkspace
  limits.contactsPerWorkspace = 1
  return run().finally(() => {
    limits.contactsPerWorkspace = before
  })
}
const manyColumns = ','.repeat(2_000)

/** Failures of operations on workspace resources other than bots, and on analytics, by error code. */
export const workspaceResourceFailures: Partial<Record<EndpointId, Failures>> = {
  listFolders: { workspace_not_found: inUnknownWorkspace },
  createFolder: {
    workspace_not_found: inUnknownWorkspace,
    folder_not_found: ({ ids: { workspaceId }, run }) => run({ body: { workspaceId, parentFolderId: newId() } }),
    folder_id_taken: ({ ids: { workspaceId, folderId }, run }) => run({ body: { workspaceId, id: folderId } }),
  },
  getFolder: { workspace_not_found: inUnknownWorkspace, folder_not_found: unknown('folderId') },
  updateFolder: {
    workspace_not_found: inUnknownWorkspace,
    folder_not_found: unknown('folderId'),
    folder_cycle: ({ ids: { workspaceId, folderId }, run }) =>
      run({ body: { workspaceId, folder: { parentFolderId: folderId } } }),
  },
  deleteFolder: { workspace_not_found: inUnknownWorkspace, folder_not_found: unknown('folderId') },
  listThemeTemplates: { workspace_not_found: inUnknownWorkspace },
  saveThemeTemplate: {
    workspace_not_found: inUnknownWorkspace,
    theme_templates_full: ({ ids: { workspaceId }, run }) =>
      run({ body: { workspaceId, name: 'Large', theme: { customCss: 'x'.repeat(1_000) } } }),
  },
  deleteThemeTemplate: {
    workspace_not_found: inUnknownWorkspace,
    theme_template_not_found: unknown('themeTemplateId'),
  },
  listDeliveries: {
    workspace_not_found: inUnknownWorkspace,
    invalid_cursor: ({ run }) => run({ query: '?cursor=forged' }),
  },
  getDeliveryHealth: { workspace_not_found: inUnknownWorkspace },
  getIntegrationHealth: { workspace_not_found: inUnknownWorkspace },
  replayDelivery: { workspace_not_found: inUnknownWorkspace, delivery_not_found: unknown('deliveryId') },
  replayDeliveries: { workspace_not_found: inUnknownWorkspace },
  discardDelivery: { workspace_not_found: inUnknownWorkspace, delivery_not_found: unknown('deliveryId') },
  listKnowledgeBases: { workspace_not_found: inUnknownWorkspace },
  createKnowledgeBase: {
    workspace_not_found: inUnknownWorkspace,
    knowledge_full: async ({ run }) => {
      await run()
      return run()
    },
  },
  updateKnowledgeBase: {
    ...ofBase,
    credentials_not_found: ({ ids: { workspaceId }, run }) =>
      run({ body: { workspaceId, embedding: { credentialsId: newId(), model: 'any' } } }),
  },
  deleteKnowledgeBase: ofBase,
  listKnowledgeSources: ofBase,
  addKnowledgeSource: {
    ...ofBase,
    knowledge_source_unreadable: ({ ids: { workspaceId }, run }) =>
      run({ body: { workspaceId, source: { kind: 'html', title: 'Empty', text: '<script>1</script>' } } }),
    knowledge_full: ({ ids: { workspaceId }, run }) =>
      run({ body: { workspaceId, source: { kind: 'text', title: 'Long', text: 'word '.repeat(400) } } }),
  },
  refreshKnowledgeSource: {
    ...ofBase,
    knowledge_source_not_found: unknown('sourceId'),
    knowledge_source_not_a_page: ({ ids, run }) => run({ ids: { sourceId: ids.textSourceId } }),
  },
  updateKnowledgeSource: {
    ...ofBase,
    knowledge_source_not_found: unknown('sourceId'),
    knowledge_source_not_a_page: ({ ids, run }) => run({ ids: { sourceId: ids.textSourceId } }),
  },
  deleteKnowledgeSource: { ...ofBase, knowledge_source_not_found: unknown('sourceId') },
  listKnowledgeQuestions: ofBase,
  answerKnowledgeQuestion: {
    ...ofBase,
    knowledge_question_not_found: unknown('questionId'),
    knowledge_full: ({ ids: { workspaceId }, run }) => run({ body: { workspaceId, answer: 'word '.repeat(400) } }),
  },
  deleteKnowledgeQuestion: { ...ofBase, knowledge_question_not_found: unknown('questionId') },
  searchKnowledge: ofBase,
  listCustomDomains: { workspace_not_found: inUnknownWorkspace },
  createCustomDomain: {
    workspace_not_found: inUnknownWorkspace,
    domain_claimed: async ({ run }) => {
      await run()
      return run()
    },
  },
  checkCustomDomain: { workspace_not_found: inUnknownWorkspace, custom_domain_not_found: unknown('name') },
  verifyCustomDomain: { workspace_not_found: inUnknownWorkspace, custom_domain_not_found: unknown('name') },
  deleteCustomDomain: { workspace_not_found: inUnknownWorkspace, custom_domain_not_found: unknown('name') },
  listModelSpending: { workspace_not_found: inUnknownWorkspace, forbidden: asGuest },
  getUsage: { workspace_not_found: inUnknownWorkspace, forbidden: asGuest },
  duplicateBot: {
    bot_not_found: unknown('botId'),
    workspace_not_found: ({ run }) => run({ body: { workspaceId: newId() } }),
    folder_not_found: ({ run }) => run({ body: { folderId: newId() } }),
  },
  listLinkedBots: { bot_not_found: unknown('botId') },
  exportResults: ofMetrics,
  countResults: ofMetrics,
  getStats: { ...ofMetrics, bot_not_published: unpublished },
  getModelSpending: { bot_not_found: unknown('botId') },
  getInDepthData: { ...ofMetrics, bot_not_published: unpublished },
  getDailyCounts: ofMetrics,
  getCohorts: ofMetrics,
  getDropOff: ofMetrics,
  getFunnel: ofMetrics,
  getInvalidReplies: ofMetrics,
  getAnswerTimes: ofMetrics,
  getSegments: ofMetrics,
  getAnswerSummary: {
    ...ofMetrics,
    release_not_found: ({ run }) => run({ query: `?releaseId=${newId()}` }),
  },
  listSummaryLinks: { bot_not_found: unknown('botId') },
  createSummaryLink: {
    bot_not_found: unknown('botId'),
    release_not_found: ({ run }) => run({ body: { releaseId: newId() } }),
    invalid_time_zone: ({ run }) => run({ body: { timeZone: 'Atlantis' } }),
    too_many_summary_links: async ({ run }) => {
      for (let index = 0; index < 50; index++) await run({ body: {} })
      return run({ body: {} })
    },
  },
  listSummaryMails: { bot_not_found: unknown('botId') },
  createSummaryMail: {
    bot_not_found: unknown('botId'),
    summary_link_not_found: ({ run }) => run({ body: { linkId: newId(), email: 'head@example.com' } }),
    summary_mail_exists: async ({ run, ids }) => {
      const body = { linkId: ids.linkId, email: 'twice@example.com' }
      await run({ body })
      return run({ body })
    },
    too_many_summary_mails: async ({ run, ids: { linkId } }) => {
      for (let index = 0; index < 49; index++) await run({ body: { linkId, email: `${index}@example.com` } })
      return run({ body: { linkId, email: 'late@example.com' } })
    },
    too_many_requests: exceedRate,
  },
  deleteSummaryMail: { bot_not_found: unknown('botId'), summary_mail_not_found: unknown('mailId') },
  listNotificationRules: { bot_not_found: unknown('botId') },
  createNotificationRule: {
    bot_not_found: unknown('botId'),
    invalid_time_zone: ({ run }) => run({ body: { event: 'failed', channel: 'email', timeZone: 'Mars/Olympus' } }),
    too_many_notification_rules: async ({ run }) => {
      const many = { body: { event: 'failed', channel: 'browser' } }
      for (let number = 0; number < 100; number++) await run(many)
      return run(many)
    },
  },
  updateNotificationRule: {
    notification_rule_not_found: unknown('ruleId'),
    invalid_time_zone: ({ run }) => run({ body: { event: 'failed', channel: 'email', timeZone: 'Mars/Olympus' } }),
  },
  deleteNotificationRule: { notification_rule_not_found: unknown('ruleId') },
  listContacts: {
    workspace_not_found: inUnknownWorkspace,
    invalid_cursor: ({ run }) => run({ query: '?cursor=forged' }),
  },
  countContacts: { workspace_not_found: inUnknownWorkspace },
  exportContacts: { workspace_not_found: inUnknownWorkspace },
  readContactFile: {
    workspace_not_found: inUnknownWorkspace,
    contacts_unreadable: ({ run }) => run({ body: { csv: manyColumns } }),
  },
  importContacts: {
    workspace_not_found: inUnknownWorkspace,
    contacts_unreadable: ({ run }) => run({ body: { csv: manyColumns, columns: ['name'] } }),
    quota_reached: withFewContacts,
  },
  createContact: { workspace_not_found: inUnknownWorkspace, ...writtenContact, quota_reached: withFewContacts },
  getContact: ofContact,
  updateContact: { ...ofContact, ...writtenContact },
  deleteContact: ofContact,
  listContactConversations: { ...ofContact, invalid_cursor: ({ run }) => run({ query: '?cursor=forged' }) },
  eraseContact: ofContact,
  mergeContacts: {
    ...ofContact,
    contact_merged_already: ({ ids, run }) => run({ body: { otherId: ids.contactId } }),
    contact_too_large: async ({ service, ids, as, run }) => {
      const notes = 'x'.repeat(1_500)
      for (const id of [ids.contactId, ids.otherContactId])
        await service.call('PATCH', `/api/v1/workspaces/${ids.workspaceId}/contacts/${id}`, { notes }, as)
      return run()
    },
  },
  listContactMerges: ofContact,
  undoContactMerge: {
    workspace_not_found: inUnknownWorkspace,
    contact_merge_not_found: unknown('mergeId'),
    contact_merge_not_last: async ({ service, ids, as, run }) => {
      const path = `/api/v1/workspaces/${ids.workspaceId}/contacts/${ids.otherContactId}/merge`
      await service.call('POST', path, { otherId: ids.contactId }, as)
      return run()
    },
  },
  listContactSegments: { workspace_not_found: inUnknownWorkspace },
  createContactSegment: { workspace_not_found: inUnknownWorkspace },
  updateContactSegment: ofSegment,
  deleteContactSegment: ofSegment,
  listContactAttributes: { workspace_not_found: inUnknownWorkspace },
  createContactAttribute: {
    workspace_not_found: inUnknownWorkspace,
    contact_attribute_taken: ({ run }) => run({ body: { name: 'plan', type: 'number' } }),
  },
  updateContactAttribute: {
    ...ofAttribute,
    contact_attribute_taken: async ({ service, ids, as, run }) => {
      const path = `/api/v1/workspaces/${ids.workspaceId}/contact-attributes`
      await service.call('POST', path, { name: 'tier', type: 'text' }, as)
      return run()
    },
  },
  deleteContactAttribute: ofAttribute,
  deleteSummaryLink: { bot_not_found: unknown('botId'), summary_link_not_found: unknown('linkId') },
}
