import type { CodeRequest } from './code-request.ts'
import type { CodeOptionValues, CodeTarget } from './code-target.ts'
import { cLibcurlTarget } from './targets/c-libcurl.ts'
import { csharpHttpClientTarget } from './targets/csharp-http-client.ts'
import { curlTarget } from './targets/curl.ts'
import { dartHttpTarget } from './targets/dart-http.ts'
import { goNetHttpTarget } from './targets/go-net-http.ts'
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

/** The targets of Generate Code, in the order of spec 4.2, followed by additional ones. */
export const codeTargets: readonly CodeTarget[] = [
  curlTarget,
  pythonRequestsTarget,
  typescriptFetchTarget,
  goNetHttpTarget,
  javaHttpClientTarget,
  csharpHttpClientTarget,
  phpCurlTarget,
  rubyNetHttpTarget,
  swiftUrlSessionTarget,
  javascriptFetchTarget,
  pythonHttpxTarget,
  wgetTarget,
  cLibcurlTarget,
  javascriptAxiosTarget,
  rustReqwestTarget,
  kotlinOkHttpTarget,
  dartHttpTarget,
  powershellWebRequestTarget,
  httpieTarget,
]

/**
 * Prints the code that sends a prepared request as Parley does (spec 4.2). Every text of the request becomes
 * only a string in the language (attacks UI8).
 * @param options those that differ from the target's defaults
 */
export function printCode(
  target: CodeTarget,
  request: CodeRequest,
  options: Partial<CodeOptionValues> = {},
): string {
  return target.generate(request, { ...noOptions, ...defaultsOf(target), ...options })
}

const noOptions: CodeOptionValues = {
  multiline: true,
  shortFlags: false,
  followRedirects: true,
  silent: false,
  quoteStyle: 'single',
  timeoutMs: 0,
  indentation: 'spaces2',
}

function defaultsOf(target: CodeTarget): Partial<CodeOptionValues> {
  return Object.fromEntries(target.options.map(option => [option.name, option.defaultValue]))
}
