/** Every error that the service returns, by its stable code. */
export const errorCatalogue = {
  invalid_request: { status: 400, message: 'The request is not valid' },
  malformed_json: { status: 400, message: 'The body is not readable JSON' },
  too_deep: { status: 400, message: 'The body is nested too deeply' },
  invalid_text: { status: 400, message: 'The body holds characters that cannot be stored' },
  invalid_cursor: { status: 400, message: 'The cursor does not belong to this list' },
  invalid_time_zone: { status: 400, message: 'The time zone is not known' },
  invalid_flow: { status: 400, message: 'The bot or its flow is not valid' },
  invalid_operation: { status: 400, message: 'The bot would not be valid with this change: nothing was changed' },
  bot_closed: { status: 400, message: 'This bot is now closed' },
  conversation_not_recorded: { status: 400, message: 'This conversation cannot become a test' },
  head_code_not_allowed: { status: 400, message: 'The custom head code is too large or cannot be parsed' },
  too_many_operations: { status: 413, message: 'Too many operations in one request. Send them in smaller batches' },
  name_taken: { status: 400, message: 'You already belong to a workspace with this name' },
  domain_not_claimed: { status: 400, message: 'The workspace has not claimed this domain' },
  folder_cycle: { status: 400, message: 'A folder cannot lie in itself' },
  start_group_not_found: { status: 400, message: 'The flow does not have this group' },
  start_event_not_found: { status: 400, message: 'The flow does not have this event' },
  recorded_turn_not_found: {
    status: 400,
    message: 'The recording does not reach this turn: choose an earlier one',
  },
  recorded_block_not_found: {
    status: 400,
    message: 'The draft no longer has the block that waits at this turn: choose another turn, or restore the block',
  },
  command_not_found: { status: 400, message: 'The flow does not have this command' },
  invalid_client_result: { status: 400, message: 'The result of the client action is not valid' },
  upload_session_unknown: { status: 400, message: 'Conversation not found. Start the chat again' },
  answer_required: { status: 400, message: 'No input that continues without an answer waits. Send an answer' },
  wait_not_over: { status: 425, message: 'The visitor can still answer: the time has not passed. Ask again later' },
  stream_not_expected: { status: 400, message: 'This conversation is not waiting for a generated text' },
  upload_not_expected: { status: 400, message: 'The bot is not asking for a file right now' },
  file_type_not_allowed: { status: 400, message: 'Files of this type are not accepted here' },
  file_size_not_allowed: { status: 400, message: 'This file is too large' },
  file_missing: { status: 400, message: 'The request holds no file' },
  malformed_form: {
    status: 400,
    message: 'The form cannot be read: send multipart/form-data with a part named "file"',
  },
  messaging_preview_not_configured: {
    status: 400,
    message: 'This service has no number for previews. Ask its operator',
  },
  oauth_client_missing: {
    status: 400,
    message: 'The instance has no OAuth client for this: give your own, or ask its operator for one',
  },
  unauthorized: { status: 401, message: 'Sign in, or send a valid bearer token' },
  sign_in_failed: { status: 401, message: 'Wrong email or password' },
  verify_token_invalid: {
    status: 401,
    message: 'This verify token was used, is older than an hour or was never given: make a new one',
  },
  signature_invalid: { status: 401, message: 'The signature of this webhook is missing or wrong' },
  wrong_password: { status: 403, message: 'Wrong current password' },
  insufficient_scope: { status: 403, message: 'The scope of this token does not allow this' },
  forbidden: { status: 403, message: 'Your role does not allow this' },
  belongs_elsewhere: {
    status: 403,
    message:
      'No invitation to your workspace created this account, or it also belongs to other workspaces: ask an instance admin',
  },
  workspace_suspended: { status: 403, message: 'This bot is now closed' },
  result_quota_reached: {
    status: 403,
    message: 'This bot cannot take more answers: the storage quota of its workspace is used up',
  },
  origin_not_allowed: { status: 403, message: 'Origin not allowed' },
  upload_address_invalid: {
    status: 403,
    message: 'This upload address is wrong, used or older than 10 minutes: ask for a new one',
  },
  file_address_invalid: { status: 403, message: 'This address of the file is wrong or has expired: ask for a new one' },
  not_found: { status: 404, message: 'There is nothing at this address' },
  method_not_allowed: { status: 405, message: 'The operations at this address have other methods' },
  bot_not_found: { status: 404, message: 'Bot not found' },
  release_not_found: { status: 404, message: 'Release not found' },
  environment_not_found: { status: 404, message: 'Environment not found' },
  experiment_not_found: { status: 404, message: 'Experiment not found' },
  experiment_running: { status: 409, message: 'An experiment runs in this environment: end it first' },
  experiment_ended: { status: 409, message: 'This experiment has ended' },
  experiment_control_not_current: {
    status: 409,
    message: 'The first variant must be the current release of the environment',
  },
  deployment_not_found: { status: 404, message: 'Scheduled publication not found' },
  comment_not_found: { status: 404, message: 'Comment not found' },
  test_not_found: { status: 404, message: 'Test not found' },
  bot_not_published: { status: 404, message: 'The bot is not published' },
  workspace_not_found: { status: 404, message: 'Workspace not found' },
  block_not_found: { status: 404, message: 'The flow does not have a webhook block with this id' },
  folder_not_found: { status: 404, message: 'Folder not found' },
  credentials_not_found: { status: 404, message: 'Credentials not found' },
  result_not_found: { status: 404, message: 'Result not found' },
  session_not_found: { status: 404, message: 'Session not found' },
  // Gateways start a new conversation when a message contains "Session not found".
  session_limit_reached: {
    status: 404,
    message: 'Session not found: this conversation has reached its limit. Start a new one',
  },
  session_ended: { status: 404, message: 'Session not found: this conversation has ended' },
  conversation_not_found: { status: 404, message: 'The workspace has no running conversation with this id' },
  conversation_not_held: {
    status: 409,
    message: 'Somebody else speaks in this conversation. Take it before you send a message',
  },
  conversation_taken: { status: 409, message: 'Somebody else has just taken over this conversation' },
  rating_not_expected: {
    status: 409,
    message: 'A conversation is rated once, after a person has resolved it',
  },
  contact_not_found: { status: 404, message: 'The workspace has no contact with this id' },
  contact_merged_already: { status: 409, message: 'Both are one contact already' },
  contact_merge_not_found: { status: 404, message: 'There is no such merge, or the time to undo it is over' },
  contact_merge_not_last: {
    status: 409,
    message: 'Another merge came later. Undo the last merge of the contact first',
  },
  reply_not_found: { status: 404, message: 'The workspace has no saved reply with this shortcut' },
  contact_segment_not_found: { status: 404, message: 'The workspace has no segment with this id' },
  contact_attribute_not_found: { status: 404, message: 'The workspace has no attribute with this id' },
  contact_attribute_taken: { status: 409, message: 'The contacts have an attribute of this name. Choose another name' },
  contact_identifier_taken: {
    status: 409,
    message: 'Another contact has one of these identifiers, which `issues` names. Merge the contacts, or leave it out',
  },
  contact_too_large: {
    status: 413,
    message: 'The contact is too large. Shorten its notes, or remove tags, attributes or identifiers',
  },
  file_not_found: { status: 404, message: 'File not found' },
  sign_in_not_found: { status: 404, message: 'Login session not found' },
  knowledge_base_not_found: { status: 404, message: 'Knowledge base not found' },
  knowledge_source_not_found: { status: 404, message: 'Source not found in the knowledge base' },
  knowledge_question_not_found: { status: 404, message: 'Question not found in the knowledge base' },
  knowledge_source_not_a_page: {
    status: 400,
    message: 'Only pages can be refreshed. Delete this source and add it again',
  },
  contacts_unreadable: { status: 400, message: 'The file of contacts cannot be read' },
  knowledge_source_unreadable: { status: 400, message: 'The source cannot be read' },
  knowledge_full: { status: 413, message: 'Knowledge quota of the workspace exceeded. Delete sources or bases' },
  delivery_not_found: {
    status: 404,
    message: 'The workspace has no such delivery, or its state does not allow this. List the deliveries again',
  },
  theme_template_not_found: { status: 404, message: 'Saved theme not found' },
  custom_domain_not_found: { status: 404, message: 'The workspace has not claimed this domain' },
  team_not_found: { status: 404, message: 'The workspace has no team with this id' },
  member_not_found: { status: 404, message: 'Member not found in this workspace' },
  collaborator_not_found: { status: 404, message: 'The bot is not shared with this person' },
  invitation_not_found: { status: 404, message: 'This invitation was used, withdrawn or has expired' },
  account_not_found: { status: 404, message: 'No account has this email address' },
  user_not_found: { status: 404, message: 'Account not found' },
  account_link_not_found: { status: 404, message: 'This link was used, replaced or has expired' },
  token_not_found: { status: 404, message: 'Token not found' },
  test_changed: { status: 409, message: 'Somebody changed this test in the meantime' },
  update_conflict: { status: 409, message: 'The bot was changed by someone else in the meantime' },
  flow_has_errors: {
    status: 409,
    message: 'The draft has errors, and the settings of the bot block publishing while it has any',
  },
  publish_blocked: {
    status: 409,
    message: 'Checks failed, and the settings of the bot block publishing. Fix what `issues` names, or give a reason',
  },
  environment_name_taken: { status: 409, message: 'The bot has an environment of this name. Choose another name' },
  summary_link_not_found: { status: 404, message: 'Summary link not found' },
  too_many_phone_previews: {
    status: 429,
    message: 'The workspace has shown its previews on phones too often today. Try again tomorrow',
  },
  too_many_summary_links: {
    status: 409,
    message: 'Too many links to the summary of this bot. Revoke one first',
  },
  summary_mail_not_found: { status: 404, message: 'Scheduled email not found' },
  summary_mail_exists: { status: 409, message: 'This address gets the summary of this link already' },
  too_many_summary_mails: {
    status: 409,
    message: 'Too many addresses for the summary of this bot. Stop one first',
  },
  notification_rule_not_found: { status: 404, message: 'Notification not found' },
  too_many_notification_rules: {
    status: 409,
    message: 'You have too many notifications. Stop one first',
  },
  too_many_environments: { status: 409, message: 'Too many environments for this bot. Delete one first' },
  quota_reached: {
    status: 409,
    message: 'There are {max} already, as many as this instance allows. Delete some that are no longer needed',
  },
  bot_quota_reached: {
    status: 409,
    message:
      'The bots of this workspace would take {taken} bytes, and {max} bytes are allowed. Delete bots or tests that are no longer needed',
  },
  last_admin: { status: 409, message: 'A workspace needs an admin: make somebody else one first' },
  clock_differs: { status: 409, message: 'The clock of this service shows another day: set the clock right instead' },
  last_instance_admin: {
    status: 409,
    message: 'This account is the only instance admin: without it, nobody could manage the instance',
  },
  workspaces_undecided: {
    status: 409,
    message:
      'Decide for each workspace that this account is the only admin of: delete it, or make another member its admin. The list may have changed: get it again',
  },
  already_invited: { status: 409, message: 'This person is invited already, or belongs here' },
  no_seat_left: { status: 409, message: 'All seats of the plan are taken' },
  email_taken: { status: 409, message: 'Another account uses this email address' },
  public_id_taken: { status: 409, message: 'This public id belongs to another bot' },
  credentials_name_taken: { status: 409, message: 'Other messaging credentials have this name' },
  credentials_in_use: {
    status: 409,
    message: 'Bots use these credentials: add force=true to delete them all the same',
  },
  folder_id_taken: { status: 409, message: 'There is a folder with this id' },
  domain_claimed: {
    status: 409,
    message: 'The workspace has this domain already, or another workspace has verified it',
  },
  custom_domain_taken: { status: 409, message: 'This domain and path already lead to another bot' },
  body_too_large: { status: 413, message: 'The body is too large' },
  reply_too_large: { status: 413, message: 'The reply is too long' },
  file_too_large: { status: 413, message: 'File too large' },
  theme_templates_full: { status: 413, message: 'Too many saved themes in this workspace. Delete some of them' },
  tests_full: { status: 413, message: 'Too many tests for this bot. Delete some of them' },
  storage_quota_reached: { status: 413, message: 'Workspace storage quota exceeded' },
  file_content_not_allowed: { status: 415, message: 'The content of this file is not of a type that is accepted here' },
  range_not_satisfiable: { status: 416, message: 'Byte range outside of the file' },
  unsupported_media_type: { status: 415, message: 'Only application/json in UTF-8 is accepted' },
  idempotency_key_reused: { status: 422, message: 'This Idempotency-Key was used with another body' },
  headers_too_large: {
    status: 431,
    message: 'The address and headers of the request are too large: at most 16 KB together',
  },
  expectation_failed: { status: 417, message: 'Only "100-continue" is supported in the header Expect' },
  too_many_requests: { status: 429, message: 'Too many requests' },
  too_many_replies_waiting: { status: 429, message: 'Too many replies of this conversation are waiting' },
  internal_error: { status: 500, message: 'Something went wrong on our side' },
  transfer_encoding_unsupported: {
    status: 501,
    message: 'Only "chunked" is supported in the header Transfer-Encoding',
  },
  message_not_sent: { status: 502, message: 'The messaging provider did not take the message' },
  server_busy: { status: 503, message: 'The service is busy. Try again in a moment' },
  storage_unavailable: { status: 503, message: 'The storage cannot be reached' },
  schema_newer: {
    status: 503,
    message:
      'A newer version has migrated the database. Stop this instance, and start one of the newer version in its place',
  },
  shutting_down: { status: 503, message: 'The service is shutting down' },
  storage_full: { status: 507, message: 'The storage is full: nothing was saved' },
} as const satisfies Record<string, { status: number; message: string }>

export type ErrorCode = keyof typeof errorCatalogue

/** An invalid part of the request: its path, and what is wrong with it. */
export interface Issue {
  path: string
  message: string
}

/** Body of every error response. */
export interface ErrorBody {
  code: ErrorCode
  status: number
  message: string
  issues?: Issue[]
}

/** An error response. It can be thrown anywhere; one place turns it into the response body. */
export class ApiError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly issues: Issue[] | undefined
  readonly retryAfter: number | undefined

  /** `retryAfter` is in seconds; `cause` goes to the service's log and is never sent. */
  constructor(
    code: ErrorCode,
    options: { message?: string; issues?: Issue[]; retryAfter?: number; cause?: unknown } = {},
  ) {
    super(options.message ?? errorCatalogue[code].message, { cause: options.cause })
    this.name = 'ApiError'
    this.code = code
    this.status = errorCatalogue[code].status
    this.issues = options.issues
    this.retryAfter = options.retryAfter
  }

  toBody(): ErrorBody {
    return { code: this.code, status: this.status, message: this.message, ...(this.issues && { issues: this.issues }) }
  }
}
