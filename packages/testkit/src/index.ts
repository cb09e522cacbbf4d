export { type HostileArchive, hostileArchives } from './archives/hostile-archives.ts'
export { makeZip, type ZipEntry } from './archives/make-zip.ts'
export {
  type Authority,
  createAuthority,
  createSelfSignedIdentity,
  daysFromNow,
  type Identity,
  type IdentityRequest,
} from './certificates/create-authority.ts'
export { outdatedPkcs12 } from './certificates/outdated-pkcs12.ts'
export { type DemoApi, type DemoApiOptions, startDemoApi } from './demo-api/index.ts'
export { FaultFiles, type FileOperation, StoppedError } from './files/fault-files.ts'
export { memoryFolder } from './files/memory-folder.ts'
export { exchangeBytes } from './servers/exchange-bytes.ts'
export { ConnectionGoneError, type RawConnection } from './servers/raw-connection.ts'
export {
  endConnection,
  holdOpen,
  type RawScript,
  type RawStep,
  receiveBytes,
  receiveHead,
  resetConnection,
} from './servers/raw-script.ts'
export type { FixedAnswer, RecordedRequest } from './servers/record-requests.ts'
export {
  type DigestServer,
  type DigestServerOptions,
  startDigestServer,
} from './servers/start-digest-server.ts'
export {
  type EndingServer,
  type LiveKind,
  startEndingServers,
} from './servers/start-ending-servers.ts'
export { type HttpProxy, type HttpProxyOptions, startHttpProxy } from './servers/start-http-proxy.ts'
export {
  type ModelBehaviour,
  type ModelDialect,
  type ModelServer,
  startModelServer,
} from './servers/start-model-server.ts'
export { type OAuthServer, startOAuthServer } from './servers/start-oauth-server.ts'
export { type RawServer, startRawServer } from './servers/start-raw-server.ts'
export {
  type ProxiedRequest,
  type ProxyAnswer,
  type RecordingProxy,
  startRecordingProxy,
} from './servers/start-recording-proxy.ts'
export { type Sink, startSink } from './servers/start-sink.ts'
export { type SocksProxy, type SocksProxyOptions, startSocksProxy } from './servers/start-socks-proxy.ts'
export {
  brokenStream,
  endedStream,
  noMoreStream,
  openParts,
  openStream,
  type StreamServer,
  startStreamServer,
} from './servers/start-stream-server.ts'
export {
  type CertificateKind,
  startTlsServer,
  type TlsReport,
  type TlsServer,
  type TlsServerOptions,
} from './servers/start-tls-server.ts'
export {
  type RecordedHandshake,
  startWebSocketServer,
  type TestWebSocketServer,
  type WebSocketServerOptions,
} from './servers/start-web-socket-server.ts'
export { type WaitForOptions, waitFor } from './wait-for.ts'
