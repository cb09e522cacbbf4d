import type { HttpRequest } from '@parley/model'
import type { CodeTarget } from './code-target.ts'
import { cLibcurlTarget } from './targets/c-libcurl.ts'
import { csharpHttpClientTarget } from './targets/csharp-http-client.ts'
import { curlTarget } from './targets/curl.ts'
import { dartHttpTarget } from './targets/dart-http.ts'
import { goNetHttpTarget } from './targets/go-net-http.ts'
import { grpcurlTarget } from './targets/grpcurl.ts'
import { httpieTarget } from './targets/httpie.ts'
import { javaHttpClientTarget } from './targets/java-http-client.ts'
import { javascriptAxiosTarget } from './targets/javascript-axios.ts'
import { kotlinOkHttpTarget } from './targets/kotlin-okhttp.ts'
import { phpCurlTarget } from './targets/php-curl.ts'
import { powershellWebRequestTarget } from './targets/powershell-web-request.ts'
import { pythonHttpxTarget } from './targets/python-httpx.ts'
import { pythonRequestsTarget } from './targets/python-requests.ts'
import { rubyNetHttpTarget } from './targets/ruby-net-http.ts'
import { rustReqwestTarget } from './targets/rust-reqwest.ts'
import { swiftUrlSessionTarget } from './targets/swift-url-session.ts'
import { javascriptFetchTarget, typescriptFetchTarget } from './targets/typescript-fetch.ts'
import { wgetTarget } from './targets/wget.ts'

/** The targets of Generate Code by their ids, in the order of behaviour 4.2, followed by additional ones. */
const targets = {
  curl: curlTarget,
  python: pythonRequestsTarget,
  typescript: typescriptFetchTarget,
  go: goNetHttpTarget,
  java: javaHttpClientTarget,
  csharp: csharpHttpClientTarget,
  php: phpCurlTarget,
  ruby: rubyNetHttpTarget,
  swift: swiftUrlSessionTarget,
  javascript: javascriptFetchTarget,
  'python-httpx': pythonHttpxTarget,
  wget: wgetTarget,
  c: cLibcurlTarget,
  'javascript-axios': javascriptAxiosTarget,
  rust: rustReqwestTarget,
  kotlin: kotlinOkHttpTarget,
  dart: dartHttpTarget,
  powershell: powershellWebRequestTarget,
  httpie: httpieTarget,
} as const satisfies Readonly<Record<string, CodeTarget>>

/** The id of a target; the check of its code is listed under it (`toolchains.testkit.ts`). */
export type CodeTargetId = keyof typeof targets

/** A target and the id by which it is chosen. */
export interface ListedTarget<Id extends string = CodeTargetId> extends CodeTarget {
  readonly id: Id
}

/** The targets as Generate Code and the command line list them. */
export const codeTargets = listTargets<CodeTargetId>(targets)

/** The targets of gRPC calls. */
export const callTargets = listTargets<string>({ grpcurl: grpcurlTarget })

/** Returns the targets that print a request: those of calls, or those of HTTP. */
export function targetsFor({ grpc }: Pick<HttpRequest, 'grpc'>): readonly ListedTarget<string>[] {
  return grpc === undefined ? codeTargets : callTargets
}

/** Returns targets in the order of their record, each with its id. */
export function listTargets<Id extends string>(
  byId: Readonly<Record<Id, CodeTarget>>,
): readonly ListedTarget<Id>[] {
  const isId = (id: string): id is Id => Object.hasOwn(byId, id)
  return Object.keys(byId)
    .filter(isId)
    .map(id => ({ id, ...byId[id] }))
}
