/**
 * Loads the code that shows a response. Typing a request does not need it; a send loads it at
 * once.
 */
export function loadResponseBody() {
  void import('../meta/MetaContent.tsx')
  return import('./ResponseBody.tsx')
}
