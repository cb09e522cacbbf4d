export {
  type GraphQlError,
  type GraphQlResponse,
  readGraphQlResponse,
} from './after/graphql/graphql-response.ts'
export {
  incrementalBoundary,
  type MergedParts,
  mergedResponse,
  PartsMerger,
} from './after/graphql/merge-parts.ts'
export { mergeVariables } from './after/graphql/merge-variables.ts'
export { withoutScripts } from './after/without-scripts.ts'
export type { ByteStream } from './basics/byte-stream.ts'
export type * from './basics/content-part.ts'
export { detectFormat, type TextFormat } from './basics/format/detect-format.ts'
export { jsonNodeAt } from './basics/format/json-node-at.ts'
export { fromBase64, toBase64 } from './basics/text/base64.ts'
export { isText, type TextEncoding, textEncodingOf } from './basics/text/text-encoding.ts'
export { SubscriptionPartReader, subscriptionBoundary } from './exchange/graphql/subscription-parts.ts'
export { grpcAction } from './exchange/grpc/grpc-action.ts'
export type { Waiting } from './exchange/live/keep-connected.ts'
export { type CheckedLimits, checkLimits, LimitCounter } from './exchange/live/limit-counter.ts'
export { EventReader } from './exchange/server-sent-events/event-reader.ts'
export { isEventStream } from './exchange/server-sent-events/is-event-stream.ts'
export { type LimitedEvent, LimitedStream } from './exchange/server-sent-events/limited-stream.ts'
export { readEvent, type StreamEvent } from './exchange/server-sent-events/read-event.ts'
export { EventScanner, type ScannedEvent } from './exchange/server-sent-events/scan-events.ts'
export {
  positionAfter,
  type StreamPosition,
  streamStart,
} from './exchange/server-sent-events/stream-position.ts'
export { describeClose, isCloseCode } from './exchange/web-socket/describe-close.ts'
export { hexMark } from './exchange/web-socket/fill-message.ts'
export { goingAway } from './exchange/web-socket/going-away.ts'
export { mask } from './prepare/auth/auth-preview.ts'
export {
  type AppliedAuth,
  type AuthPorts,
  type AuthScheme,
  nothingApplied,
} from './prepare/auth/auth-scheme.ts'
export type * from './prepare/auth/auth-session.ts'
export { authSessionInMemory } from './prepare/auth/auth-session.ts'
export { engineSchemes } from './prepare/auth/engine-schemes.ts'
export { maskMessage, type ShownMessage } from './prepare/auth/mask-credentials.ts'
export { previewAuth } from './prepare/auth/preview-auth.ts'
export type { SchemeAction } from './prepare/auth/scheme-action.ts'
export { parleySchemes, type SchemeSet } from './prepare/auth/scheme-set.ts'
export { basicCredentials } from './prepare/auth/schemes/basic.ts'
export { digestCredentials } from './prepare/auth/schemes/digest-credentials.ts'
export {
  clearToken,
  getNewAccessToken,
  heldToken,
  type TokenOwner,
  type TokenState,
  tokenState,
} from './prepare/auth/schemes/oauth2/access-token.ts'
export type { DeviceCode, RedirectListener, SignInHost } from './prepare/auth/schemes/oauth2/sign-in.ts'
export { type Challenge, parseChallenges } from './prepare/auth/schemes/parse-challenges.ts'
export { signatureKeys, unsignedPayload } from './prepare/auth/schemes/signature-v4.ts'
export type { BodyContent, ContentOutline, FormPart } from './prepare/body/body-content.ts'
export { chosenBody } from './prepare/body/chosen-body.ts'
export { contentTypeOf } from './prepare/body/content-type-of.ts'
export { allowedOrigins, noAllowedOrigins } from './prepare/gate/allowed-origins.ts'
export { PiecewiseHider, SecretHider } from './prepare/gate/hide-in-lines.ts'
export { hideWithheld } from './prepare/gate/hide-withheld.ts'
export { anyLineBreaks, dataLineBreaks } from './prepare/gate/line-gaps.ts'
export type * from './prepare/gate/message-secrets.ts'
export { originOf } from './prepare/gate/origin.ts'
export { type GatePorts, PassedMessage } from './prepare/gate/passed-message.ts'
export type { SecretHosts, SecretTransfer } from './prepare/gate/secret-hosts.ts'
export { watchOutgoing } from './prepare/gate/watch-outgoing.ts'
export { type WayOut, waysOut } from './prepare/gate/ways-out.ts'
export {
  type GraphQlOperation,
  graphQlOperations,
  isSubscription,
  operationToRun,
} from './prepare/kinds/graphql/graphql-operations.ts'
export {
  persistedQueryHash,
  withPersistedQuery,
} from './prepare/kinds/graphql/persisted-query.ts'
export { subscriptionResultTypes } from './prepare/kinds/graphql/subscription-protocol.ts'
export {
  mayOpenWebSocket,
  type SubscriptionTransport,
  subscriptionTransports,
} from './prepare/kinds/graphql/subscription-transports.ts'
export { callSecurity } from './prepare/kinds/grpc/call-security.ts'
export type { GrpcCall } from './prepare/kinds/grpc/frame-call.ts'
export { describeGrpcState, isStoredAsMessages } from './prepare/kinds/grpc/grpc-status.ts'
export { grpcUrl } from './prepare/kinds/grpc/grpc-target.ts'
export type { KindAction } from './prepare/kinds/kind-action.ts'
export { contentLengthBytes } from './prepare/message/content-length-bytes.ts'
export { fillUrl } from './prepare/message/fill-path-variables.ts'
export { isHeaderValue, isToken } from './prepare/message/header-syntax.ts'
export type { HostNames } from './prepare/message/host-names.ts'
export { type MessageField, userAgent } from './prepare/message/message-fields.ts'
export type * from './prepare/message/outbound-message.ts'
export { schemeOnWire } from './prepare/message/parse-target.ts'
export type * from './prepare/ports/engine-ports.ts'
export type { CallFrame, CallListener, GrpcCallHost, OpenCall } from './prepare/ports/grpc-call-host.ts'
export type * from './prepare/ports/history.ts'
export {
  type ReflectedDefinitions,
  reflectedDefinitionsInMemory,
} from './prepare/ports/reflected-definitions.ts'
export type * from './prepare/ports/script-runner.ts'
export type * from './prepare/ports/secret-values.ts'
export type * from './prepare/ports/transport.ts'
export type * from './prepare/ports/web-socket-host.ts'
export { preparationFailure, skippedByScript, withScriptNotes } from './prepare/preparation-failure.ts'
export { type FieldsPreview, type InheritedFields, previewFields } from './prepare/preview-fields.ts'
export type * from './prepare/rendered-request.ts'
export type * from './prepare/request-context.ts'
export { defaultSendSettings } from './prepare/request-context.ts'
export {
  type AuthSource,
  authSource,
  headersToInherit,
  type InheritedHeader,
  variableScopes,
} from './prepare/resolve-request.ts'
export { needsSandbox } from './prepare/scripts/response-checks.ts'
export type * from './prepare/scripts/script-outcome.ts'
export type { DynamicSources } from './prepare/variables/dynamic-variables.ts'
export { fillStrings } from './prepare/variables/fill-strings.ts'
export type { ScopeValue, UnsavedNames, VariableScope } from './prepare/variables/scope.ts'
export { Substitution, SubstitutionError } from './prepare/variables/substitute.ts'
export {
  isWithheld,
  lookUp,
  scopeOfVariables,
  scopesForScripts,
  secretsOf,
  unsavedOwner,
} from './prepare/variables/variable-scope.ts'
export { shownDataRow } from './run/data-row.ts'
export { type CsvCell, CsvFault, type CsvRecord, csvRecords, csvText } from './run/read-csv.ts'
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
export type { RunShard } from './run/shards/run-shard.ts'
export { keepTogetherTag, shardRunItems } from './run/shards/shard-run-items.ts'
export { newSpanId, newTraceId, type TraceIds } from './run/tracing/trace-context.ts'
export {
  executeRequest,
  type ProgressListener,
  type SendChoices,
  type Sending,
  type SendRequest,
} from './send/execute-request.ts'
export {
  type CompiledDefinitions,
  compiledDefinitionsInMemory,
  type FileStamps,
  type StampOf,
} from './send/grpc/definition/compiled-definitions.ts'
export { protoSearch } from './send/grpc/definition/proto-search.ts'
export { type KindSending, sendByKind } from './send/kind-senders.ts'
export { sendWebSocket } from './send/live/send-web-socket.ts'
export { type PreparationSteps, type PreparedSend, prepareSend } from './send/prepare-send.ts'
export {
  type FetchedSchema,
  fetchSchema,
  longestSchemaBytes,
  type SchemaFormat,
} from './send/schema/fetch-schema.ts'
export {
  firstIntrospection,
  type IntrospectionAnswer,
  type IntrospectionAttempt,
  introspectionQuery,
  nextIntrospection,
  readIntrospectionAnswer,
} from './send/schema/introspection-query.ts'
export {
  describeSchemaFailure,
  type SchemaAnswer,
  type SchemaFailure,
} from './send/schema/schema-failure.ts'
export { schemaRequest } from './send/schema/schema-request.ts'
