import type { CodeInput } from './code-request.ts'
import type { CodeOptionValues, CodeTarget } from './code-target.ts'
import { type Preparation, prepareRequest } from './prepare-request.ts'
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

/** The languages of Generate Code, in the order of spec 4.2, then those beyond it. */
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

/** The two switches of the dialog, and the options that differ from a target's own. */
export interface CodeSettings extends Preparation {
  readonly options?: Partial<CodeOptionValues>
}

/**
 * The code that sends a request as Parley does (spec 4.2). Every text of the request stands in it as a
 * string of the language and nothing else (attacks UI8).
 */
export function generateCode(target: CodeTarget, input: CodeInput, settings: CodeSettings): string {
  const options = { ...noOptions, ...defaultsOf(target), ...settings.options }
  return target.generate(prepareRequest(input, settings), options)
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
