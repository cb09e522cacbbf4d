/** When a script runs: before the send, or after the response. */
export type ScriptPhase = 'preRequest' | 'postResponse'

/** A piece of code that the editor offers on an empty line (behaviour 4.3). */
export interface ScriptSnippet {
  readonly name: string
  readonly code: string
}

const tests: readonly ScriptSnippet[] = [
  {
    name: 'Test status code is 200',
    code: "tool.test('Status code is 200', () => {\n  tool.response.to.have.status(200);\n});",
  },
  {
    name: 'Test body value equals',
    code: "tool.test('Body value equals', () => {\n  const body = tool.response.json();\n  tool.expect(body.id).to.equal(1);\n});",
  },
  {
    name: 'Test response time is fast',
    code: "tool.test('Response time is below 500 ms', () => {\n  tool.expect(tool.response.responseTime).to.be.below(500);\n});",
  },
  {
    name: 'Test has header',
    code: "tool.test('Content-Type header is present', () => {\n  tool.response.to.have.header('Content-Type');\n});",
  },
]

/** Before the send there is no response to test or to read from. */
export const scriptSnippets: Readonly<Record<ScriptPhase, readonly ScriptSnippet[]>> = {
  preRequest: [
    {
      name: 'Environment set (save token)',
      code: "if (!tool.environment.has('token')) {\n  pm.sendRequest({\n    url: '{{baseUrl}}/token',\n    method: 'POST',\n    body: {\n      client_id: tool.environment.get('client_id'),\n      client_secret: tool.environment.get('client_secret'),\n    },\n  }, (err, res) => {\n    if (err) throw err;\n    tool.environment.set('token', res.json().access_token);\n  });\n}",
    },
    { name: 'Variables set', code: "tool.variables.set('startedAt', new Date().toISOString());" },
  ],
  postResponse: [
    ...tests,
    {
      name: 'Environment set (save token)',
      code: "tool.environment.set('token', tool.response.json().access_token);",
    },
    {
      name: 'Variables set (from response)',
      code: "tool.variables.set('id', tool.response.json().id);",
    },
  ],
}
