import { answerBrunoBench, answerBrunoEcho, answerHttpFaker } from './bruno-answers.mjs'
import { answerHoppscotchEcho, answerPostmanEcho } from './echo-answers.mjs'

/** The servers that the suites of other clients call, by host name. */
export const answersByHost = {
  'testbench-sanity.usebruno.com': answerBrunoBench,
  'localhost:8080': answerBrunoBench,
  'localhost:8081': answerBrunoBench,
  '127.0.0.1:8081': answerBrunoBench,
  'echo.usebruno.com': answerBrunoEcho,
  'www.httpfaker.org': answerHttpFaker,
  'postman-echo.com': answerPostmanEcho,
  'httpbin.org': answerPostmanEcho,
  'echo.hoppscotch.io': answerHoppscotchEcho,
}

/** Returns the bytes of an answer, which has JSON, a text or bytes, and their media type. */
export function contentOf({ json, text, bytes }) {
  return {
    content: bytes ?? Buffer.from(json === undefined ? (text ?? '') : JSON.stringify(json)),
    type: json === undefined ? 'text/plain; charset=utf-8' : 'application/json; charset=utf-8',
  }
}
