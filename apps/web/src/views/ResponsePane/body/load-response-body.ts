/**
 * Loads the code that shows the body of a response. Typing a request does not need it; a send loads it at
 * once.
 */
export const loadResponseBody = () => import('./ResponseBody.tsx')
