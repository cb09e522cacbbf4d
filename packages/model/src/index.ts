export type * from './authorization/auth.ts'
export { authSchemes } from './authorization/auth-schemes.ts'
export type { Field, FieldSet } from './authorization/field.ts'
export {
  authLabel,
  authShortName,
  type FormField,
  formFieldsOf,
  helpOf,
  offeredSchemes,
} from './authorization/form-fields.ts'
export { mapAuthSecrets } from './authorization/map-auth-secrets.ts'
export { newAuth } from './authorization/new-auth.ts'
export {
  type AnyAuth,
  type AnyScheme,
  newAuthOf,
  type SchemeRegistry,
  schemeOf,
} from './authorization/scheme-descriptor.ts'
export { grantLabel } from './authorization/schemes/oauth2-fields.ts'
export { secretFieldsOf, secretTextOf, withSecretText } from './authorization/secret-fields.ts'
export type * from './collection/collection.ts'
export { noRequestDefaults } from './collection/no-request-defaults.ts'
export { sharesOneOrder } from './collection/sibling-order.ts'
export {
  describedFailureCodes,
  describeSendFailure,
  type FailureDescription,
} from './exchange/describe-send-failure.ts'
export { downloadName, nameOfDisposition, nameOfPath } from './exchange/download-name.ts'
export type * from './exchange/exchange.ts'
export { outdatedCertificate } from './exchange/failures/connection-failures.ts'
export { placeAgain } from './exchange/failures/failure-words.ts'
export {
  type HistoryEntry,
  type HistoryMessages,
  type HistoryOutcome,
  type HistorySummary,
  type HistoryTests,
  maximumHistoryBodyBytes,
  maximumHistoryEntries,
} from './exchange/history-entry.ts'
export {
  describeNotice,
  describeScriptNote,
  type Notice,
  type ScriptNote,
  type UnsavedInheritance,
  type UnsavedPart,
  type UnsavedValue,
} from './exchange/notice.ts'
export {
  type CookieOrigin,
  describeCookieRefusal,
  parseSetCookie,
  type ReceivedCookie,
} from './exchange/parse-set-cookie.ts'
export { phasesOf } from './exchange/phases.ts'
export { reasonPhraseOf } from './exchange/reason-phrase.ts'
export type * from './exchange/send-failure.ts'
export type * from './exchange/send-progress.ts'
export {
  countPassed,
  type ScriptError,
  type TestCheck,
  type TestReport,
  type TestResult,
} from './exchange/test-report.ts'
export { compareNumbers, isExact } from './json/compare-numbers.ts'
export { exactNumber, isRawNumber, parseExactly, type ReviverContext } from './json/exact-number.ts'
export {
  type JsonFault,
  type JsonToken,
  JsonTokenizer,
  type JsonTokenizerOptions,
} from './json/json-tokenizer.ts'
export {
  deepestJson,
  type JsonMember,
  type JsonNode,
  type JsonTree,
  readJsonTree,
  type TextRange,
} from './json/json-tree.ts'
export { type JsonObject, type JsonValue, readJsonValue, valueOfJsonNode } from './json/json-value.ts'
export { openCollectionVersion, readCollection, writeCollection } from './opencollection/collection.ts'
export { readEnvironment, writeEnvironment } from './opencollection/environment.ts'
export { maximumFolderDepth, readFolder, readItem, writeFolder, writeItem } from './opencollection/item.ts'
export {
  describeReadPath,
  type ReadPath,
  type ReadProblem,
  type ReadProblemCode,
} from './opencollection/read-problem.ts'
export type { OpenCollectionObject, OpenCollectionValue } from './opencollection/value.ts'
export { isSecretVariableEntry, secretTextsInFile } from './opencollection/variable.ts'
export {
  type ListedCollection,
  mostListedCollections,
  readGlobalVariables,
  readWorkspace,
  type WorkspaceFile,
  writeGlobalVariables,
  writeWorkspace,
} from './opencollection/workspace.ts'
export {
  type AssertionOperator,
  assertionOperators,
  isAssertionOperator,
} from './request/assertion-operators.ts'
export type * from './request/body.ts'
export type { AnyBody, BodyTypeDescriptor } from './request/body-types/body-type-descriptor.ts'
export {
  acceptOfBody,
  type BodyByType,
  type BodyTypeRegistry,
  bodyTypes,
  filePathsOf,
  mediaTypeOfBody,
  withFilePaths,
} from './request/body-types/body-types.ts'
export { graphQlRequestJson } from './request/body-types/graphql-body.ts'
export {
  draftOf,
  eventStreamRequestOf,
  graphQlRequestOf,
  grpcCallOf,
  grpcRequestOf,
  httpRequestOf,
  itemPhrase,
  kindPartOf,
  webSocketRequestOf,
  withKindPart,
} from './request/drafts-of-items.ts'
export type * from './request/example.ts'
export { automaticTransport, defaultSubscription, withSubscription } from './request/graphql-subscription.ts'
export {
  defaultGrpcOptions,
  type GrpcCompression,
  type GrpcDefinition,
  type GrpcMessage,
  type GrpcMethodType,
  type GrpcOptions,
  type GrpcPart,
  type GrpcWeb,
  grpcDefinitions,
} from './request/grpc-part.ts'
export { mediaTypeOfFile } from './request/media-type-of-file.ts'
export {
  type NewRequestFields,
  newGraphQlRequest,
  newGrpcRequest,
  newHttpRequest,
  newWebSocketRequest,
} from './request/new-request.ts'
export { rawMediaTypes } from './request/raw-media-types.ts'
export type * from './request/request.ts'
export {
  descriptorOf,
  type KindDescriptor,
  type KindPane,
  type KindRegistry,
  kindListedAs,
  kindOfDraft,
  kindOrMethod,
  type OpenKind,
  openKinds,
  openKindsIn,
  type RequestSection,
  requestKinds,
} from './request/request-kinds.ts'
export {
  type HttpVersionChoice,
  type Inheritable,
  inheritedRequestSettings,
  type RequestSettings,
} from './request/request-settings.ts'
export { type Assertion, noScripts, type Scripts, type SetVariableAction } from './request/scripts.ts'
export { hasLimit, noStreamLimits, type StreamLimits } from './request/stream-limits.ts'
export {
  defaultStreamSettings,
  mayReconnect,
  type StreamSettings,
  withReconnect,
} from './request/stream-settings.ts'
export { hexBytes, type TypedBytesFault, typedBytesFault } from './request/typed-bytes.ts'
export {
  defaultWebSocketPart,
  type WebSocketMessage,
  type WebSocketMessageFormat,
  type WebSocketPart,
  webSocketMessageFormats,
} from './request/web-socket-part.ts'
export { failed, ok, type Result } from './result.ts'
export { type Description, type Row, row } from './row.ts'
export type { AppDataNumbers, StoredThing } from './settings/app-data-numbers.ts'
export {
  type AppearanceSettings,
  type AppSettings,
  type CertificateSettings,
  defaultAppSettings,
  type EditorSettings,
  type GeneralSettings,
  type KeyboardSettings,
  type KeyRemap,
  type MaxTlsVersion,
  type ProxySettings,
} from './settings/app-settings.ts'
export {
  type AssistantServiceKind,
  type AssistantSettings,
  assistantOrigin,
  explainsAtOnce,
} from './settings/assistant-settings.ts'
export { type EscapeRules, escapeText, hex, isUnseen, utf16Escape } from './text/escape-text.ts'
export { fileNameOf, isPickedFile } from './text/file-name-of.ts'
export { formatDuration, formatElapsed, formatSize } from './text/format-quantity.ts'
export { harmlessJson, harmlessLog, harmlessText, harmlessWithinLog } from './text/harmless-text.ts'
export { matchesWildcards } from './text/matches-wildcards.ts'
export { hasInvisible, revealInvisible, shownName } from './text/reveal-invisible.ts'
export { scriptString } from './text/script-string.ts'
export { isWhiteSpace, trimEndOf, trimEndWhere, trimFieldValue, trimWhere } from './text/trim-text.ts'
export { alignParams, type UrlWithParams, withAlignedParams } from './url/align-params.ts'
export { decodeFormText, encodeFormText } from './url/form-text.ts'
export { isOutsideLink } from './url/is-outside-link.ts'
export { isLoopbackName } from './url/loopback-name.ts'
export { nameFromUrl, untitledRequest } from './url/name-from-url.ts'
export { pathVariableNames, splitPathVariables, type UrlPiece } from './url/path-variables.ts'
export { isForbiddenInTarget, percentEncode } from './url/percent-encode.ts'
export { type EditedParams, editParams, paramsFromUrl, queryPieces } from './url/query-params.ts'
export {
  indexOutsideVariables,
  joinRequestUrl,
  type RequestUrlParts,
  splitOutsideVariables,
  splitRequestUrl,
} from './url/request-url.ts'
export { type DynamicVariableName, dynamicVariableNames } from './variables/dynamic-variables.ts'
export {
  readScriptPermissionField,
  type ScriptPermission,
  scriptPermissionField,
} from './variables/script-permission.ts'
export {
  type PlainVariable,
  type SecretVariable,
  type Variable,
  type VariableScopeName,
  type VariableType,
  type VariableValue,
  type VariableVariant,
  variableScopeNames,
  variableText,
} from './variables/variable.ts'
