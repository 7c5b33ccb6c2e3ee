// The flow document: its schemas and types, and the conversion of files and requests into one. Everything here is pure: new ids come from
// the caller, and nothing reads a clock or the outside world.

export { addressFieldsOf } from './blocks/address-fields.js'
export type { BlockDefinition } from './blocks/define.js'
export { definitionOfPrompt, type Offer, type Prompt, promptNames } from './blocks/prompts.js'
export {
  definitionOf,
  inputTypes,
  isNativeType,
  mayAskForPayment,
  type NativeBlock,
  type NativeType,
  nativeTypes,
  type PromptedType,
  type PromptOf,
  promptOf,
  promptOfType,
  type ShownInputType,
  shownInputTypes,
} from './blocks/registry.js'
export { requestTypes } from './blocks/request.js'
export { isCalculatedInBrowser } from './blocks/set-variable.js'
export * from './blocks-schema/block.js'
export * from './blocks-schema/block-sections.js'
export { integrationActions, integrationOptionsSchema } from './blocks-schema/integration-schemas.js'
export type { IntegrationBlock, IntegrationOptions } from './blocks-schema/integration-types.js'
export type { SetVariableOptions } from './blocks-schema/set-variable-options.js'
export * from './bot-schemas.js'
export { channelTypes } from './channel-types.js'
export { isCalculation } from './conditions/calculation.js'
export {
  type Comparison,
  type ComparisonOperator,
  type Condition,
  comparisonOperators,
  conditionSchema,
} from './conditions/condition.js'
export * from './contacts/attributes.js'
export { type AttributeType, type AttributeValue, attributeName, contactFieldTypes } from './contacts/index.js'
export { fromTypebotNames, toTypebotNames } from './conversions/typebot-names.js'
export {
  allowedHostSchema,
  type CredentialsData,
  type CredentialsType,
  credentialsKinds,
  credentialsTypes,
  describeCredentials,
} from './credentials.js'
export { describedAs, descriptionOf, extension, isExtension } from './describe.js'
export {
  encodeComponent,
  encodeHeader,
  encodeSegment,
  escapeHtml,
  fillAddress,
  fillForm,
  fillHtml,
  fillJson,
  fillScript,
  formComponent,
  isJsonTemplate,
  type Piece,
  type TypedPiece,
  withHtmlBreaks,
  withParameters,
} from './encoding/index.js'
export {
  type AbsenceKind,
  type BlockExit,
  blockExits,
  defaultLateText,
  defaultWait,
  type ExitKind,
  exitKinds,
  type InputExitKind,
  type LatePress,
  latePressOf,
  millisecondsOf,
  type PersonExitKind,
  triesOf,
  type WithExits,
} from './exits.js'
export * from './flow-schema.js'
export {
  type CassetteEntry,
  type Expectation,
  type FlowTest,
  flowTestSchema,
  maxTestBytes,
  maxTests,
  type TestStep,
} from './flow-tests/flow-test.js'
export { isEditableId } from './ids.js'
export {
  convertUpdate,
  type ImportedBot,
  type ImportOptions,
  type ImportOutcome,
  importBot,
} from './import/import-bot.js'
export {
  allowsMessaging,
  type Nameable,
  sanitizeGroups,
  sanitizeSettings,
  sanitizeVariables,
} from './import/sanitize.js'
export { describeIssue, type Issue, toIssues, type Warning } from './issue.js'
export { itemsOf } from './items.js'
export { lintFlow } from './lint/lint-flow.js'
export { type LintContext, type Problem, type Severity, severities } from './lint/problem.js'
export { attributesByKey, contextOf, type References, referencesOf, teamsById } from './lint/references.js'
export { rules as lintRules } from './lint/rules.js'
export { nameFinder } from './lint/similar-name.js'
export { mappingPathIssues } from './mapping-path.js'
export { videoSource } from './media/video-address.js'
export { type Money, readMoney } from './money.js'
export { isSinglePlaceholder, readNumOrVar } from './num-or-var.js'
export { openedAddress } from './opened-address.js'
export { operationSchema } from './operations/operation-schema.js'
export { type BatchOutcome, takeBatch } from './operations/take-batch.js'
export { withUniqueIds } from './operations/unique-ids.js'
export { inPreferredOrder, preferredVisibility, type ResultColumn, resultColumns } from './results/result-columns.js'
export { type ResultState, resultStatus, variantLabel, variantLetter } from './results/result-labels.js'
export {
  type Ceilings,
  type ChannelSettings,
  channelSettingsOf,
  type Idle,
  idleActions,
  idleRuleOf,
  type MaskedKind,
  maskedKinds,
  type Settings,
  settingsSchema,
} from './settings.js'
export { normalizeText } from './text/normalize-text.js'
export { type Pattern, parsePattern } from './text/pattern.js'
export { charsetOf, textOfBytes, textOfFile } from './text/text-of-bytes.js'
export { utf8Bytes } from './text/utf8-bytes.js'
export { darkTheme, isDarkTheme, type ReadColour, themeForAll } from './theme/dark-theme.js'
export { type Theme, themeSchema } from './theme/theme.js'
export { withoutSecrets } from './without-secrets.js'
