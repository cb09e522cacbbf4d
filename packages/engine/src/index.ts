export { mask } from './auth/auth-preview.ts'
export { type AppliedAuth, type AuthPorts, type AuthScheme, nothingApplied } from './auth/auth-scheme.ts'
export { authSessionInMemory } from './auth/auth-session.ts'
export { engineSchemes } from './auth/engine-schemes.ts'
export { maskMessage, type ShownMessage } from './auth/mask-credentials.ts'
export { previewAuth } from './auth/preview-auth.ts'
export type { SchemeAction } from './auth/scheme-action.ts'
export { parleySchemes, type SchemeSet } from './auth/scheme-set.ts'
export { basicCredentials } from './auth/schemes/basic.ts'
export { digestCredentials } from './auth/schemes/digest-credentials.ts'
export {
  clearToken,
  getNewAccessToken,
  heldToken,
  type TokenOwner,
  type TokenState,
  tokenState,
} from './auth/schemes/oauth2/access-token.ts'
export type { DeviceCode, RedirectListener, SignInHost } from './auth/schemes/oauth2/sign-in.ts'
export { type Challenge, parseChallenges } from './auth/schemes/parse-challenges.ts'
export { signatureKeys, unsignedPayload } from './auth/schemes/signature-v4.ts'
export type { BodyContent, ContentOutline, FormPart } from './body/body-content.ts'
export { chosenBody } from './body/chosen-body.ts'
export { contentTypeOf } from './body/content-type-of.ts'
export type { ByteStream } from './byte-stream.ts'
export { defaultSendSettings } from './default-send-settings.ts'
export {
  executeRequest,
  type ProgressListener,
  type SendChoices,
  type SendRequest,
} from './execute-request.ts'
export { detectFormat, type TextFormat } from './format/detect-format.ts'
export { jsonNodeAt } from './format/json-node-at.ts'
export { allowedOrigins, noAllowedOrigins } from './gate/allowed-origins.ts'
export { PiecewiseHider, SecretHider } from './gate/hide-in-lines.ts'
export { anyLineBreaks, dataLineBreaks } from './gate/line-gaps.ts'
export { originOf } from './gate/origin.ts'
export { type GatePorts, PassedMessage } from './gate/passed-message.ts'
export type { SecretHosts, SecretTransfer } from './gate/secret-hosts.ts'
export { watchOutgoing } from './gate/watch-outgoing.ts'
export { type WayOut, waysOut } from './gate/ways-out.ts'
export {
  type FetchedSchema,
  fetchSchema,
  longestSchemaBytes,
  type SchemaFormat,
} from './graphql/fetch-schema.ts'
export {
  type GraphQlOperation,
  graphQlOperations,
  isSubscription,
  operationToRun,
} from './graphql/graphql-operations.ts'
export {
  type GraphQlError,
  type GraphQlResponse,
  readGraphQlResponse,
} from './graphql/graphql-response.ts'
export {
  firstIntrospection,
  type IntrospectionAnswer,
  type IntrospectionAttempt,
  introspectionQuery,
  nextIntrospection,
  readIntrospectionAnswer,
} from './graphql/introspection-query.ts'
export { incrementalBoundary, type MergedParts, mergedResponse, PartsMerger } from './graphql/merge-parts.ts'
export { mergeVariables } from './graphql/merge-variables.ts'
export {
  persistedQueryHash,
  withPersistedQuery,
} from './graphql/persisted-query.ts'
export {
  describeSchemaFailure,
  type SchemaAnswer,
  type SchemaFailure,
} from './graphql/schema-failure.ts'
export { schemaRequest } from './graphql/schema-request.ts'
export { SubscriptionPartReader, subscriptionBoundary } from './graphql/subscription-parts.ts'
export { subscriptionResultTypes } from './graphql/subscription-protocol.ts'
export {
  mayOpenWebSocket,
  type SubscriptionTransport,
  subscriptionTransports,
} from './graphql/subscription-transports.ts'
export { callSecurity } from './grpc/call-security.ts'
export {
  type CompiledDefinitions,
  compiledDefinitionsInMemory,
  type FileStamps,
  type StampOf,
} from './grpc/definition/compiled-definitions.ts'
export { protoSearch } from './grpc/definition/proto-search.ts'
export type { CallFrame, CallListener, GrpcCallHost, OpenCall } from './grpc/grpc-call-host.ts'
export { describeGrpcState, isStoredAsMessages } from './grpc/grpc-status.ts'
export { grpcUrl } from './grpc/grpc-target.ts'
export { type ReflectedDefinitions, reflectedDefinitionsInMemory } from './grpc/reflected-definitions.ts'
export { hideWithheld } from './hide-withheld.ts'
export type { GrpcCall } from './kinds/grpc/frame-call.ts'
export { grpcAction } from './kinds/grpc/grpc-action.ts'
export type { KindAction } from './kinds/kind-action.ts'
export type { Waiting } from './live/keep-connected.ts'
export { type CheckedLimits, checkLimits, LimitCounter } from './live/limit-counter.ts'
export { contentLengthBytes } from './message/content-length-bytes.ts'
export { fillUrl } from './message/fill-path-variables.ts'
export { isHeaderValue, isToken } from './message/header-syntax.ts'
export type { HostNames } from './message/host-names.ts'
export { type MessageField, userAgent } from './message/message-fields.ts'
export { schemeOnWire } from './message/parse-target.ts'
export type * from './ports.ts'
export { preparationFailure, skippedByScript, withScriptNotes } from './preparation-failure.ts'
export { type PreparationSteps, type PreparedSend, prepareSend } from './prepare-send.ts'
export { type FieldsPreview, previewFields } from './preview-fields.ts'
export type * from './rendered-request.ts'
export { type AuthSource, authSource, variableScopes } from './resolve-request.ts'
export { type RunDataFault, readRunData, readRunDataInSteps } from './run/read-run-data.ts'
export { runCollection } from './run/run-collection.ts'
export type * from './run/run-events.ts'
export { type CollectionToRun, type RunItem, runItems } from './run/run-item.ts'
export { defaultRunOptions, type RunOptions, type RunPoll, type RunRetries } from './run/run-options.ts'
export { type RunRow, runRowOf } from './run/run-row.ts'
export type * from './run/run-session.ts'
export {
  isNameChosen,
  keysOf,
  type RunSelection,
  selectRunItems,
  type UnmatchedWord as EmptyChoice,
} from './run/select-run-items.ts'
export { type ReportedSend, sendForReport } from './run/send-for-report.ts'
export { sentInRuns } from './run/sent-in-runs.ts'
export { needsSandbox } from './scripts/response-checks.ts'
export { type KindSending, sendRequest } from './send/kind-senders.ts'
export { EventReader } from './sse/event-reader.ts'
export { isEventStream } from './sse/is-event-stream.ts'
export { type LimitedEvent, LimitedStream } from './sse/limited-stream.ts'
export { readEvent, type StreamEvent } from './sse/read-event.ts'
export { EventScanner, type ScannedEvent } from './sse/scan-events.ts'
export { positionAfter, type StreamPosition, streamStart } from './sse/stream-position.ts'
export type * from './stages.ts'
export { fromBase64, toBase64 } from './text/base64.ts'
export { isText, type TextEncoding, textEncodingOf } from './text/text-encoding.ts'
export type { DynamicSources } from './variables/dynamic-variables.ts'
export { fillStrings } from './variables/fill-strings.ts'
export type { ScopeValue, UnsavedNames, VariableScope } from './variables/scope.ts'
export { Substitution, SubstitutionError } from './variables/substitute.ts'
export {
  isWithheld,
  lookUp,
  scopeOfVariables,
  scopesForScripts,
  secretsOf,
  unsavedOwner,
} from './variables/variable-scope.ts'
export { describeClose, isCloseCode } from './websocket/describe-close.ts'
export { hexMark } from './websocket/fill-message.ts'
export { goingAway } from './websocket/going-away.ts'
export { sendWebSocket } from './websocket/send-web-socket.ts'
export type * from './websocket/web-socket-host.ts'
export { withoutScripts } from './without-scripts.ts'
