/** What shows the body of a response. No request needs it to be typed; one that is sent asks for it at once. */
export const loadResponseBody = () => import('./ResponseBody.tsx')
