/** For each tool, arguments with which it refuses, and a part of its sentence. */
export const refusals: Readonly<Record<string, readonly [Readonly<Record<string, unknown>>, string]>> = {
  list_requests: [{ query: 'x', folder: 'shop' }, 'query'],
  get_request: [{ path: 'nope.yml' }, 'There is no request “nope.yml”. List the requests'],
  send_request: [{ path: 'nope.yml' }, 'There is no request “nope.yml”. List the requests'],
  read_body: [{ handle: 'nope' }, '(NOT_FOUND)'],
  run_collection: [{ path: 'nope' }, 'There is no request “nope”'],
  list_history: [{ limit: 3 }, 'limit'],
  get_run: [{ id: 'nope' }, '(NOT_FOUND)'],
  save_request: [{ path: 'nope.yml', version: 'v1' }, 'There is no request “nope.yml”'],
  create_request: [{ folder: 'nope', name: 'A', url: 'http://a' }, 'There is no request “nope”'],
}
